"""The page of a code: what it says, why it matters, a spec that shows it and the mended one. Pages are package data, one Markdown file a code."""

from importlib.resources import files

from compiler.diagnostics.codes import Code


def page_of(code: Code) -> str:
    """The page's text; a code without a page is shown by its texts alone."""
    page = files("compiler.diagnostics").joinpath("pages", f"{code.code}.md")
    if page.is_file():
        return page.read_text(encoding="utf-8")
    return f"# {code.code} {code.slug}\n\n{code.headline}\n"
