"""Vectors by inner products, derivatives by direction, sums by linearity: the rules that replay a proof."""
