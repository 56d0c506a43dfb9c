"""The secrets that open seats, what is kept of them, and the tokens that stand in their forms."""

from __future__ import annotations

import hmac
from hashlib import sha256
from secrets import token_urlsafe

LONGEST = 64
"""No secret has more characters."""

_BYTES = 24
_FORMS = b"the forms of a seat"


def new_secret() -> str:
    """A secret of 192 bits that can stand in an address."""
    return token_urlsafe(_BYTES)


def kept_of(secret: str) -> str:
    """What is kept of a secret: enough to know it again, and not enough to say it."""
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def opens(secret: str, kept: str | None) -> bool:
    """Whether this is the secret of which that is kept."""
    return kept is not None and hmac.compare_digest(kept_of(secret), kept)


def form_token(secret: str) -> str:
    """What a form of a seat holds: only a page that was made for the seat can have it."""
    return hmac.new(secret.encode("utf-8", "surrogatepass"), _FORMS, sha256).hexdigest()


def is_form_token(token: str, secret: str) -> bool:
    return hmac.compare_digest(token.encode("utf-8", "replace"), form_token(secret).encode())
