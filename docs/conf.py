"""Sphinx configuration: ``make docs`` builds with warnings as errors."""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))
os.environ.setdefault("LIUREN_LANG", "en")

import liuren

project = "Liuren"
release = version = liuren.__version__
author = "The Liuren authors"
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["_build", "written.py"]
source_suffix = {".md": "markdown"}
language = "en"
html_theme = "furo"
html_title = "Liuren"
html_show_sourcelink = False
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence", "deflist"]
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
python_use_unqualified_type_names = True
# Source texts are quoted in characters that no lexer knows; text fences are named as such.
suppress_warnings = ["misc.highlighting_failure"]
