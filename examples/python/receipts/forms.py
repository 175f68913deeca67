"""Forms of JSON values, so that no conversion reads a value differently from other verifiers."""

import json
import re
from collections.abc import Callable
from typing import Any

Form = Callable[[Any], bool]
# What reading a malformed record raises.
MALFORMED = (
    ValueError,
    KeyError,
    TypeError,
    IndexError,
    AttributeError,
    OverflowError,
    RecursionError,
)


def strict_json(data: bytes | str) -> Any:
    """JSON in UTF-8 without a byte order mark, NaN and Infinity, and at most 64 levels deep."""

    def refuse(name: str) -> None:
        raise ValueError(f"{name} is not JSON.")

    text = data if isinstance(data, str) else data.decode("utf-8")
    value = json.loads(text, parse_constant=refuse)
    if not is_within(value, 64):
        raise ValueError("The JSON is nested too deeply.")
    return value


def is_within(value: Any, depth: int) -> bool:
    items = value.values() if isinstance(value, dict) else value
    if not isinstance(value, (dict, list)):
        return depth > 0
    return depth > 0 and all(is_within(item, depth - 1) for item in items)


def text(value: Any) -> bool:
    return isinstance(value, str)


def flag(value: Any) -> bool:
    return isinstance(value, bool)


def anything(_value: Any) -> bool:
    return True


def count(value: Any) -> bool:
    return type(value) in (int, float) and 0 <= value < 2**53 and value % 1 == 0


def matching(pattern: str) -> Form:
    return lambda value: isinstance(value, str) and re.fullmatch(pattern, value) is not None


hash_text = matching("[0-9a-f]{64}")
four_hashes = matching("[0-9a-f]{64}( [0-9a-f]{64}){3}")
amount = matching("0|[1-9][0-9]{0,29}")
signed_amount = matching("0|-?[1-9][0-9]{0,29}")
place = matching("[1-9][0-9]{0,14}")


def nullable(form: Form) -> Form:
    return lambda value: value is None or form(value)


def list_of(form: Form) -> Form:
    return lambda value: isinstance(value, list) and all(form(item) for item in value)


def elements(*forms: Form) -> Form:
    """A list with these elements."""

    def matches(value: Any) -> bool:
        is_list = isinstance(value, list) and len(value) == len(forms)
        return is_list and all(form(item) for form, item in zip(forms, value, strict=True))

    return matches


def one_of(*forms: Form) -> Form:
    return lambda value: any(form(value) for form in forms)


def fields(required: dict[str, Form], optional: dict[str, Form] | None = None) -> Form:
    """An object with these fields, and maybe others."""

    def matches(value: Any) -> bool:
        if not isinstance(value, dict):
            return False
        has_required = all(name in value and form(value[name]) for name, form in required.items())
        others = (optional or {}).items()
        return has_required and all(form(value[name]) for name, form in others if name in value)

    return matches


disclosed = elements(text, nullable(text))
_texts = fields({}, {"erased": flag, "all": list_of(nullable(text))})
_passkey = fields(
    dict.fromkeys(
        ("signed", "publicKey", "id", "clientDataJSON", "authenticatorData", "signature"), text
    )
)
_person = fields(
    {"approver": text, "id": nullable(text), "name": nullable(text)},
    {"opening": elements(text, text)},
)
_approval = fields(
    {"at": text, "verified": flag, "person": fields({}, {"person": _person, "erased": flag})},
    {"approvedAmount": amount, "passkey": _passkey},
)
_authorization = fields(
    dict.fromkeys(
        ("from", "to", "value", "validAfter", "validBefore", "nonce", "signature"), nullable(text)
    )
)
_payment = fields(
    {"fields": list_of(text)}, {"authorization": _authorization, "offer": text, "receipt": text}
)
_spend = dict.fromkeys(("amount", "captured", "refunded"), amount)
receipt = fields(
    {
        "iat": count,
        "spend": fields({"status": text, "agentId": text, "autoApproved": flag, **_spend}),
        "proposal": nullable(fields({"digest": hash_text, "canonical": text, "texts": _texts})),
        "entries": list_of(
            fields(
                {
                    "canonical": text,
                    "previousHash": hash_text,
                    "path": list_of(hash_text),
                    "texts": _texts,
                }
            )
        ),
        "approvals": list_of(_approval),
        "rules": nullable(fields({"digest": hash_text}, {"publication": text})),
        "quote": nullable(fields({"digest": hash_text}, {"quote": elements(text, text)})),
        "checkpoint": text,
    },
    {"payment": nullable(_payment)},
)

_decided = (nullable(hash_text), flag, flag, text, hash_text, amount, anything)
_ruled = (*_decided, nullable(hash_text), text, nullable(text), list_of(hash_text))
_decision = one_of(elements(*_decided), elements(*_ruled), elements(*_ruled, amount))
_of_spend = (text, nullable(text), nullable(text), hash_text, nullable(_decision))
_posted = (text, text, count, place, text, text, signed_amount, signed_amount, text, text)
entry = one_of(
    elements(*_posted, *_of_spend),
    elements(*_posted, *_of_spend, text, nullable(hash_text)),
)

_proposed = (text, count, text, text, amount, nullable(text), nullable(hash_text), anything)
proposal = one_of(
    elements(text, *_proposed, hash_text),
    elements(text, *_proposed, hash_text, hash_text),
    elements(text, text, *_proposed, four_hashes, nullable(hash_text), anything),
)
signed = elements(text, text, text, text, text, hash_text, nullable(amount), hash_text, text)
approver = one_of(
    elements(nullable(text), nullable(text)),
    elements(nullable(text), nullable(text), fields({}, {"passkey": hash_text})),
)
publication = elements(text, text, nullable(hash_text), count, hash_text, text)
_names = dict.fromkeys(("kid", "x", "purpose", "deployment"), text)
keys = fields(
    {"keys": list_of(fields({**_names, "endedAt": nullable(text), "revoked": flag}, {"y": text}))}
)
