"""What a theorem is: statement, hypotheses, steps, what it emits, how it is checked. Data only."""
