"""Checks: emitted functions and statements against everything that does not share their algebra."""
