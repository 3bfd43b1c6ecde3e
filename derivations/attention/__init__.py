"""Attention: softmax weights as posteriors of von Mises-Fisher mixtures, and what separates the two."""

NUMBER = 6
TITLE = "Attention"
THEOREMS = (
    "exp_logit_eq_vmf_density_ratio",
    "softmax_eq_vmf_posterior",
    "vmf_posterior_eq_softmax_of_log_normalizer",
    "softmax_eq_posterior_iff_equal_concentrations",
    "log_normalizer_gap_le_concentration_gap",
    "log_normalizer_gap_le_square_gap",
    "total_variation_le_tanh_of_tilt",
    "total_variation_tilt_attained",
    "kl_eq_of_tilt",
    "kl_le_of_tilt",
    "kl_tilt_attained",
    "two_point_cumulant_le",
    "kl_tilt_bound_le_sq_div_eight",
    "field_error_le_diam_mul_total_variation",
    "attention_eq_smoothed_posterior_expectation",
    "attention_eq_smoothed_posterior_expectation_of_gaussian",
    "posterior_total_variation_le",
    "smoothed_posterior_total_variation_le",
    "streamed_softmax_eq_plain",
)
