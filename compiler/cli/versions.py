"""What `--version` says."""

from importlib.metadata import PackageNotFoundError, version
from typing import Final

from runtime.contract import CONTRACT, RECORD_VERSION

LANGUAGE_VERSIONS: Final = (1,)


def package_version() -> str:
    try:
        return version("rulewright")
    except PackageNotFoundError:
        return "unknown"


def versions() -> str:
    languages = ", ".join(map(str, LANGUAGE_VERSIONS))
    return f"rulewright {package_version()} (language {languages}; engine contract {CONTRACT}; records {RECORD_VERSION})"
