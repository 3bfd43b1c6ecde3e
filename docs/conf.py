"""How the pages are built: `sphinx-build -n -W docs build/html`, after a run of the checks."""

project = "svflow-math"
author = "svflow-math authors"
copyright = "svflow-math authors, MIT licence"

extensions = ["myst_parser", "svflow_math.engine.render"]
myst_enable_extensions = ["dollarmath", "attrs_block"]
html_math_renderer = "mathml"

html_theme = "furo"
html_title = "svflow-math"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_js_files = [("page.js", {"defer": "defer"})]
html_copy_source = False
html_show_sphinx = False
html_show_search_summary = False  # summaries are fetched page by page, which a browser forbids to files
