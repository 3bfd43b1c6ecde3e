"""The flow: score-based variational flow of von Mises-Fisher mixtures, what it climbs, and how far it is from exact."""

NUMBER = 3
TITLE = "Score-based variational flow"
THEOREMS = (
    "density_gradient_eq_posterior_mean_of_score",
    "mixture_score_eq_density_gradient",
    "log_density_rate_eq",
    "spherical_flow_keeps_norm",
    "mixture_hessian_eq_covariance",
    "mixture_hessian_symmetric",
    "mixture_hessian_nonneg",
    "log_density_convex",
    "log_density_ge_tangent",
    "mixture_hessian_le",
    "mixture_hessian_attained",
    "mixture_riemannian_hessian_eq",
    "riemannian_hessian_ge",
    "riemannian_hessian_le",
    "posterior_total_variation_le",
)
