"""Retractions: what adding an update and normalising does to the direction of a residual stream.

Transformers move by adding and normalising. On the sphere this is the projective retraction, exactly, with a step
length that the update itself rescales; the chapter says by how much, and what each kind of normalising layer adds.
"""

NUMBER = 4
TITLE = "Retractions"
THEOREMS = (
    "projective_retraction_at_zero",
    "projective_retraction_differential_eq_id",
    "projective_retraction_second_order",
    "projective_eq_exp_arctan",
    "arctan_lt_self",
    "dist_projective_exp_eq",
    "projective_lag_expansion",
    "inverse_projective_tangent",
    "projective_inverse_projective_eq_id",
    "inverse_projective_projective_eq_id",
    "relaxed_retraction_eq_projective",
    "relaxed_retraction_eq_exp_atan2",
    "dot_relaxed_retraction_eq",
    "relaxed_retraction_expansion",
    "relaxed_sub_projective_expansion",
    "relaxed_eq_projective_iff",
    "dot_relaxed_lt_dot_projective",
    "rms_norm_eq_scaled_direction",
    "rms_norm_direction_eq",
    "norm_rms_norm_le_sqrt_dim",
    "norm_rms_norm_ge",
    "norm_rms_norm_eq_sqrt_dim",
    "norm_rms_norm_lt_sqrt_dim",
    "layer_norm_eq_rms_norm_of_centred",
    "layer_norm_orthogonal_ones",
    "norm_layer_norm_eq_sqrt_dim",
    "residual_direction_eq_projective",
    "residual_norm_sq_eq",
    "residual_direction_scale_invariant",
    "rms_post_norm_eq_projective",
    "normalized_step_eq_projective",
    "normalized_step_eq_exp",
    "normalized_step_speed",
    "step_angle_zero_eq",
    "step_angle_half_eq",
    "step_angle_one_eq",
    "step_angle_lt_of_lt_half",
    "step_angle_gt_of_gt_half",
    "normalized_step_antipode_stays",
    "normalized_step_antipode_jumps",
)
