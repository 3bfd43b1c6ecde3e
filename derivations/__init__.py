"""What is true: the nine chapters, each theorem one record. Content only."""
