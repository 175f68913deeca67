"""Hashes, signatures and proofs of docs/receipt-format.md, with the standard library only."""

import hmac
import json
import re
from base64 import b64decode, b64encode, urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256, sha512
from typing import Any


class InvalidProof(Exception):
    """The evidence does not prove what it states."""


def require(condition: bool, problem: str) -> None:
    if not condition:
        raise InvalidProof(problem)


def json_text(value: Any) -> str:
    """JSON as the deployment writes it: without white space, with escapes of half characters only."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return re.sub("[\ud800-\udfff]", lambda half: f"\\u{ord(half[0]):04x}", text)


def digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def commitment(opening: list[Any]) -> str:
    return digest(json_text(opening))


def salt_of(salt: str, field: str) -> str:
    """The salt of one text of a record of format 3."""
    return hmac.new(salt.encode(), field.encode(), sha256).digest()[:16].hex()


def from_base64(text: str) -> bytes:
    value = b64decode(text, validate=True)
    require(b64encode(value).decode() == text, "The base64 is not canonical.")
    return value


def base64url(value: bytes) -> str:
    return urlsafe_b64encode(value).decode().rstrip("=")


def from_base64url(text: str) -> bytes:
    value = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    require(base64url(value) == text, "The base64url is not canonical.")
    return value


def hash_from(text: Any) -> bytes:
    is_hash = isinstance(text, str) and len(text) == 64 and set(text) <= set("0123456789abcdef")
    require(is_hash, "A hash is malformed.")
    return bytes.fromhex(text)


# The Merkle tree of RFC 9162.


def leaf_hash(data: bytes) -> bytes:
    return sha256(b"\x00" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()


def merkle_root(leaves: list[bytes]) -> bytes:
    if not leaves:
        return sha256(b"").digest()
    subtrees: list[bytes] = []
    for index, leaf in enumerate(leaves):
        while index % 2 == 1:
            leaf = node_hash(subtrees.pop(), leaf)
            index //= 2
        subtrees.append(leaf)
    root = subtrees.pop()
    while subtrees:
        root = node_hash(subtrees.pop(), root)
    return root


def is_included(leaf: bytes, index: int, size: int, path: list[bytes], root: bytes) -> bool:
    if not 0 <= index < size:
        return False
    node, last, value = index, size - 1, leaf
    for sibling in path:
        if last == 0:
            return False
        if node % 2 == 1 or node == last:
            value = node_hash(sibling, value)
            while node % 2 == 0 and node != 0:
                node, last = node // 2, last // 2
        else:
            value = node_hash(value, sibling)
        node, last = node // 2, last // 2
    return last == 0 and value == root


# ES256 (FIPS 186-5) on the curve P-256.

P256 = 2**256 - 2**224 + 2**192 + 2**96 - 1
P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
P256_B = 0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B
P256_BASE = (
    0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
    0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
)
Jacobian = tuple[int, int, int]


def p256_double(point: Jacobian) -> Jacobian:
    x, y, z = point
    delta, gamma = z * z % P256, y * y % P256
    beta = x * gamma % P256
    alpha = 3 * (x - delta) * (x + delta) % P256
    new_x = (alpha * alpha - 8 * beta) % P256
    new_z = ((y + z) ** 2 - gamma - delta) % P256
    return new_x, (alpha * (4 * beta - new_x) - 8 * gamma * gamma) % P256, new_z


def p256_add(one: Jacobian, other: Jacobian) -> Jacobian:
    if one[2] == 0 or other[2] == 0:
        return other if one[2] == 0 else one
    z1, z2 = one[2] ** 2 % P256, other[2] ** 2 % P256
    u1, u2 = one[0] * z2 % P256, other[0] * z1 % P256
    s1, s2 = one[1] * other[2] * z2 % P256, other[1] * one[2] * z1 % P256
    if u1 == u2:
        return p256_double(one) if s1 == s2 else (1, 1, 0)
    h, r = u2 - u1, s2 - s1
    h2, h3 = h * h % P256, h * h * h % P256
    x = (r * r - h3 - 2 * u1 * h2) % P256
    return x, (r * (u1 * h2 - x) - s1 * h3) % P256, h * one[2] * other[2] % P256


def p256_multiply(scalar: int, point: Jacobian) -> Jacobian:
    result: Jacobian = (1, 1, 0)
    for bit in bin(scalar)[2:]:
        result = p256_double(result)
        if bit == "1":
            result = p256_add(result, point)
    return result


def is_es256(x: bytes, y: bytes, signature: bytes, message: bytes) -> bool:
    if not len(x) == len(y) == 32:
        return False
    px, py = int.from_bytes(x), int.from_bytes(y)
    is_on_curve = (py * py - px**3 + 3 * px - P256_B) % P256 == 0 and px < P256 and py < P256
    r, s = int.from_bytes(signature[:32]), int.from_bytes(signature[32:])
    is_in_range = 0 < r < P256_ORDER and 0 < s < P256_ORDER
    if not is_on_curve or len(signature) != 64 or not is_in_range:
        return False
    inverse = pow(s, -1, P256_ORDER)
    hashed = int.from_bytes(sha256(message).digest())
    point = p256_add(
        p256_multiply(hashed * inverse % P256_ORDER, (*P256_BASE, 1)),
        p256_multiply(r * inverse % P256_ORDER, (px, py, 1)),
    )
    if point[2] == 0:
        return False
    return point[0] * pow(point[2] ** 2, -1, P256) % P256 % P256_ORDER == r


# Ed25519 (RFC 8032).

P25519 = 2**255 - 19
ED_ORDER = 2**252 + 27742317777372353535851937790883648493
ED_D = -121665 * pow(121666, -1, P25519) % P25519
Extended = tuple[int, int, int, int]


def ed_add(one: Extended, other: Extended) -> Extended:
    a = (one[1] - one[0]) * (other[1] - other[0]) % P25519
    b = (one[1] + one[0]) * (other[1] + other[0]) % P25519
    c = 2 * one[3] * other[3] * ED_D % P25519
    d = 2 * one[2] * other[2] % P25519
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P25519, g * h % P25519, f * g % P25519, e * h % P25519


def ed_multiply(scalar: int, point: Extended) -> Extended:
    result: Extended = (0, 1, 1, 0)
    while scalar > 0:
        if scalar & 1:
            result = ed_add(result, point)
        point = ed_add(point, point)
        scalar >>= 1
    return result


def ed_point(data: bytes) -> Extended | None:
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    square = (y * y - 1) * pow(ED_D * y * y + 1, -1, P25519) % P25519
    x = pow(square, (P25519 + 3) // 8, P25519)
    if (x * x - square) % P25519 != 0:
        x = x * pow(2, (P25519 - 1) // 4, P25519) % P25519
    if y >= P25519 or (x * x - square) % P25519 != 0 or (x == 0 and sign == 1):
        return None
    if x & 1 != sign:
        x = P25519 - x
    return x, y, 1, x * y % P25519


ED_BASE = ed_point((4 * pow(5, -1, P25519) % P25519).to_bytes(32, "little"))


def is_ed25519(public_key: bytes, signature: bytes, message: bytes) -> bool:
    if len(public_key) != 32 or len(signature) != 64:
        return False
    key, point = ed_point(public_key), ed_point(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if key is None or point is None or ED_BASE is None or s >= ED_ORDER:
        return False
    hashed = sha512(signature[:32] + public_key + message).digest()
    challenge = int.from_bytes(hashed, "little") % ED_ORDER
    left, right = ed_multiply(s, ED_BASE), ed_add(point, ed_multiply(challenge, key))
    is_same_x = (left[0] * right[2] - right[0] * left[2]) % P25519 == 0
    return is_same_x and (left[1] * right[2] - right[1] * left[2]) % P25519 == 0


def is_rs256(modulus: bytes, exponent: bytes, signature: bytes, message: bytes) -> bool:
    n, number = int.from_bytes(modulus), int.from_bytes(signature)
    # A larger key could take hours.
    if len(signature) != len(modulus) or number >= n or len(modulus) > 1024 or len(exponent) > 4:
        return False
    value = pow(number, int.from_bytes(exponent), n).to_bytes(len(modulus))
    info = bytes.fromhex("3031300d060960864801650304020105000420") + sha256(message).digest()
    padding = b"\xff" * (len(modulus) - len(info) - 3)
    return value == b"\x00\x01" + padding + b"\x00" + info


# Signed notes and checkpoints (C2SP).


def read_note(note: str) -> tuple[str, list[tuple[str, bytes, bytes]]]:
    """Returns the text, and the name, key id and bytes of each signature."""
    text, separator, rest = note.rpartition("\n\n")
    has_controls = re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f]", note) is not None
    is_note = separator != "" and rest.endswith("\n") and not has_controls
    require(is_note, "The text is not a signed note.")
    signatures = []
    for line in rest[:-1].split("\n"):
        parts = re.fullmatch(r"— ([^\s+]+) (\S+)", line)
        require(parts is not None, "A signature line is malformed.")
        name, encoded = parts.groups() if parts else ("", "")
        value = from_base64(encoded)
        require(len(value) >= 5, "A signature line is malformed.")
        signatures.append((name, value[:4], value[4:]))
    return text + "\n", signatures


def signed_at(note: str, name: str, kind: int, public_key: bytes) -> int | None:
    """The earliest time of a cosignature, 0 for a signature without one, None without a valid one."""
    text, signatures = read_note(note)
    key_id = sha256(name.encode() + b"\n" + bytes([kind]) + public_key).digest()[:4]
    times = []
    for signer, signer_id, value in signatures:
        if signer != name or signer_id != key_id:
            continue
        if kind == 1 and is_ed25519(public_key, value, text.encode()):
            times.append(0)
        time = int.from_bytes(value[:8])
        cosigned = f"cosignature/v1\ntime {time}\n{text}".encode()
        if kind == 4 and time > 0 and is_ed25519(public_key, value[8:], cosigned):
            times.append(time)
    return min(times, default=None)


def read_checkpoint(note: str) -> tuple[str, int, bytes]:
    """Returns origin, size and root."""
    origin, size, root = read_note(note)[0].split("\n")[:3]
    is_checkpoint = origin != "" and re.fullmatch("0|[1-9][0-9]{0,14}", size) is not None
    require(is_checkpoint, "The note is not a checkpoint.")
    value = from_base64(root)
    require(len(value) == 32, "The root of the checkpoint is malformed.")
    return origin, int(size), value


def read_witness_key(text: str) -> tuple[str, int, bytes]:
    """Returns name, kind and public key of the C2SP form."""
    parts = re.fullmatch(r"([^\s+]+)\+([0-9a-f]{8})\+(\S+)", text)
    require(parts is not None, "The key of a note is malformed.")
    name, key_id, encoded = parts.groups() if parts else ("", "", "")
    value = from_base64(encoded)
    hashed = sha256(name.encode() + b"\n" + value).hexdigest()[:8]
    require(hashed == key_id, "The id of the key does not match.")
    return name, value[0], value[1:]
