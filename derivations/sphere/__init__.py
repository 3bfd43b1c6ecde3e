"""The sphere: projection, exponential and logarithm, distance, parallel transport, and derivatives of fields.

Points are unit vectors of R^d with d symbolic; a vector is tangent at x when it is orthogonal to x. Every statement is
proved by inner products, so that it holds in every dimension at once.
"""

NUMBER = 1
TITLE = "The sphere"
THEOREMS = (
    "normalize_on_sphere",
    "project_tangent_idempotent",
    "project_tangent_symmetric",
    "project_tangent_base_eq_zero",
    "project_tangent_orthogonal",
    "trace_project_tangent_eq",
    "exp_on_sphere",
    "exp_starts_at_base_with_velocity",
    "exp_solves_geodesic_equation",
    "dist_eq_two_atan2_chords",
    "project_eq_of_residual",
    "dist_eq_atan2_projected",
    "exp_log_eq_id",
    "norm_log_eq_dist",
    "geodesic_dist_eq",
    "transport_at_base_eq_id",
    "transport_tangent_at_target",
    "transport_isometry",
    "transport_log_eq_neg_log",
    "transport_solves_parallel_equation",
    "grad_sphere_eq_project_gradient",
    "divergence_of_projected_field",
    "laplace_beltrami_of_linear",
    "riemannian_hessian_eq",
)
