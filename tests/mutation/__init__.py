"""The mutation score: how many small defects of the run-time code the tests notice."""
