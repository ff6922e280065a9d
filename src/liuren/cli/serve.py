"""``liuren serve``: the web page on this machine."""

from __future__ import annotations

import click
from click.core import ParameterSource

from liuren.cli.clicked import language_option
from liuren.cli.help import Command
from liuren.terms.errors import InputError, LiurenError
from liuren.terms.installing import install_command

_LOOPBACK = ("127.0.0.1", "localhost", "::1")


@click.command("serve", cls=Command)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port",
    default=8765,
    show_default=True,
    type=click.IntRange(0, 65535),
    help="Port; 0 picks a free one.",
)
@click.option(
    "--database", metavar="URL", help="Casebook: a SQLAlchemy URL (default: your own SQLite file)."
)
@click.option("--public", is_flag=True, help="Read-only for everyone who has not the token.")
@click.option("--token", metavar="TOKEN", help="Who has it may write in public mode.")
@click.option(
    "--name", "names", multiple=True, metavar="HOST", help="A further host name to answer to."
)
@click.option("--open/--no-open", "browse", default=True, help="Open the page in the browser.")
@language_option
@click.pass_context
def serve(
    context: click.Context,
    host: str,
    port: int,
    database: str | None,
    public: bool,
    token: str | None,
    names: tuple[str, ...],
    browse: bool,
    language: str,
) -> None:
    """Open the web page. It listens on this machine only unless told otherwise; nothing leaves it."""
    try:
        import uvicorn

        from liuren.web import Settings, create_app
        from liuren.web.settings import OWN_HOSTS
    except ModuleNotFoundError as error:
        raise LiurenError(
            f"The web page needs a package that is not installed ({error.name}).",
            hint=install_command("web", "cases"),
            code="extra_missing",
        ) from error
    import socket

    try:
        listener = socket.create_server((host, port))
    except OSError as error:
        raise InputError(
            f"Cannot listen on {host}:{port} ({_why(error)}).",
            hint="--port 0 picks a free port.",
        ) from error
    port = listener.getsockname()[1]
    here = f"http://{_here(host)}:{port}"
    settings = Settings(
        host=host,
        port=port,
        database=database,
        public=public,
        token=token,
        hosts=(*OWN_HOSTS, host, *names),
        address=None if host in _LOOPBACK else f"http://{names[0] if names else _own(host)}:{port}",
    )
    click.echo(f"{here}/")
    if settings.address:
        click.echo(f"{settings.address}/")
    if browse and host in _LOOPBACK:
        import webbrowser

        # Without --lang the page follows the browser, which may speak another language than the terminal.
        chosen = context.get_parameter_source("language") is ParameterSource.COMMANDLINE
        webbrowser.open(f"{here}/{language}/" if chosen else f"{here}/")
    config = uvicorn.Config(create_app(settings), log_level="warning", server_header=False)
    uvicorn.Server(config).run(sockets=[listener])


def _why(error: OSError) -> str:
    """What the system says, without the address that Python repeats after it."""
    return (error.strerror or str(error)).split(" (while attempting")[0]


def _here(host: str) -> str:
    """How this machine itself reaches the server."""
    return {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, host)


def _own(host: str) -> str:
    """How others on the network reach it. Nothing is sent: a datagram socket only chooses its address."""
    if host != "0.0.0.0":
        return host
    import socket

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])
