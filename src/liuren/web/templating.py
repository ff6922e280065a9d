"""Templates and what each of them may use."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.templating import Jinja2Templates

from liuren.terms.labels import LANGUAGES, message, term
from liuren.web.convention_form import option_words
from liuren.web.languages import OWN_NAMES

_FOLDER = Path(__file__).parent
# Last parts of addresses that only take forms: their page is the address before them.
_ACTIONS = frozenset(("seal", "deal", "answer", "reveal", "abandon", "invite", "erase"))
# Between the things of a list; no line begins with it.
_DOT = "\u00a0· "
templates = Jinja2Templates(directory=_FOLDER / "templates")
templates.env.trim_blocks = True
templates.env.lstrip_blocks = True
templates.env.auto_reload = False


def _address(request: Request, language: str) -> str:
    """The address of the page at hand in another language; of a form that was sent, of its page."""
    path = request.url.path
    parts = path.split("/", 2)
    rest = parts[2] if len(parts) > 2 and parts[1] in LANGUAGES else ""
    if request.method == "POST" and rest.rpartition("/")[2] in _ACTIONS:
        rest = rest.rpartition("/")[0]
    query = f"?{request.url.query}" if request.url.query else ""
    return f"/{language}/{rest}{query}"


def page(
    request: Request, name: str, language: str, *, status: int = 200, **context: Any
) -> HTMLResponse:
    """Render ``templates/<name>.html`` in a language."""
    shared = {
        "language": language,
        "languages": [(tag, OWN_NAMES[tag], _address(request, tag)) for tag in LANGUAGES],
        "t": partial(_message, language),
        "label": partial(_term, language),
        "script": "zh-Hans" if language == "zh-Hans" else "zh-Hant",
        "dot": _DOT,
        "colon": message("colon", language),
        "path": request.url.path,
        "option_words": partial(option_words, language=language),
    }
    text = templates.env.get_template(f"{name}.html").render(shared | context)
    return HTMLResponse(text, status_code=status)


def fragment(name: str, language: str, **context: Any) -> str:
    """Render ``templates/<name>.html``, a piece of a page."""
    shared = {
        "language": language,
        "t": partial(_message, language),
        "script": "zh-Hans" if language == "zh-Hans" else "zh-Hant",
    }
    return templates.env.get_template(f"{name}.html").render(shared | context)


def _message(language: str, key: str, **values: object) -> str:
    return message(key, language, **values)


def _term(language: str, kind: str, name: str) -> str:
    return term(kind, name, language)
