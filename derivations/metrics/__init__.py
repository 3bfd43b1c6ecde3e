"""Metrics of attention heads and of predictions: what is measured, and what is known of it before it is."""

NUMBER = 9
TITLE = "Metrics"
THEOREMS = (
    "mean_concentration_eq",
    "log_likelihood_eq_energy_add_mean_log_normalizer_add_gap",
    "log_likelihood_shift_invariant",
    "log_likelihood_scale_gauge_invariant",
    "posterior_gap_eq_cumulant",
    "entropy_eq_energy_sub_mean_logit",
    "entropy_nonneg",
    "entropy_le_log_count",
    "divergence_eq_sum_of_nonneg_terms",
    "jensen_shannon_nonneg",
    "jensen_shannon_le_log_two",
    "divergence_unbounded",
    "perplexity_of_uniform_eq_count",
    "deviation_sq_le_variance",
    "rank_correlation_le_one",
    "rank_correlation_eq_one_sub_square_of_differences",
)
