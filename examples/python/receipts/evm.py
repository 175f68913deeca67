"""Signatures of Ethereum (EIP-712 on secp256k1), with the standard library only."""

import re

PRIME = 2**256 - 2**32 - 977
ORDER = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
BASE = (
    0x79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798,
    0x483ADA7726A3C4655DA4FBFC0E1108A8FD17B448A68554199C47D08FFB10D4B8,
)
Point = tuple[int, int] | None


def rotated(word: int, by: int) -> int:
    return (word << by | word >> (64 - by)) & (2**64 - 1)


def permute(state: list[int]) -> None:
    register = 1
    for _ in range(24):
        parity = [0] * 5
        for place, word in enumerate(state):
            parity[place % 5] ^= word
        for place in range(25):
            state[place] ^= parity[(place + 4) % 5] ^ rotated(parity[(place + 1) % 5], 1)
        x, y, moved = 1, 0, state[1]
        for step in range(1, 25):
            x, y = y, (2 * x + 3 * y) % 5
            place = x + 5 * y
            state[place], moved = rotated(moved, step * (step + 1) // 2 % 64), state[place]
        for row in range(0, 25, 5):
            words = state[row : row + 5]
            for column in range(5):
                state[row + column] ^= ~words[(column + 1) % 5] & words[(column + 2) % 5]
        for bit in range(7):
            if register & 1:
                state[0] ^= 1 << (2**bit - 1)
            register = register << 1 ^ (0x171 if register >> 7 else 0)


def keccak(data: bytes) -> bytes:
    """Keccak-256 as Ethereum uses it, not SHA3-256."""
    rate = 136
    padded = bytearray(data + b"\x01" + bytes(-(len(data) + 1) % rate))
    padded[-1] |= 128
    state = [0] * 25
    for block in range(0, len(padded), rate):
        for word in range(rate // 8):
            start = block + 8 * word
            state[word] ^= int.from_bytes(padded[start : start + 8], "little")
        permute(state)
    return b"".join(word.to_bytes(8, "little") for word in state[:4])


def number(value: str, bits: int = 256) -> int:
    """A hexadecimal or decimal number of at most so many bits."""
    if re.fullmatch("0x[0-9a-fA-F]+|[0-9]+", value) is None:
        raise ValueError("A number in the payment is malformed.")
    read = int(value, 16) if value.startswith("0x") else int(value)
    if read >= 2**bits:
        raise OverflowError("A number in the payment is too large.")
    return read


def struct_hash(kind: str, values: list[str]) -> str:
    """The hash of a struct of EIP-712."""
    fields = kind[kind.index("(") + 1 : kind.index(")")].split(",")
    words = [keccak(kind.encode())]
    for field, value in zip(fields, values, strict=True):
        if field.startswith("string "):
            words.append(keccak(value.encode()))
        else:
            words.append(number(value, 160 if field.startswith("address ") else 256).to_bytes(32))
    return "0x" + keccak(b"".join(words)).hex()


def add(one: Point, other: Point) -> Point:
    if one is None or other is None:
        return one or other
    if one[0] == other[0] and one[1] != other[1]:
        return None
    if one[0] == other[0]:
        slope = 3 * one[0] ** 2 * pow(2 * one[1], -1, PRIME)
    else:
        slope = (other[1] - one[1]) * pow(other[0] - one[0], -1, PRIME)
    x = (slope * slope - one[0] - other[0]) % PRIME
    return x, (slope * (one[0] - x) - one[1]) % PRIME


def multiply(point: Point, by: int) -> Point:
    total: Point = None
    for bit in bin(by)[2:]:
        total = add(total, total)
        if bit == "1":
            total = add(total, point)
    return total


def signer_of(domain: str, message: str, signature: str) -> str | None:
    """The address, in lower case, whose key signed the message. None for an invalid signature."""
    parts = re.fullmatch("0x([0-9a-fA-F]{64})([0-9a-fA-F]{64})(00|01|1b|1c|1B|1C)", signature)
    if parts is None:
        return None
    r, s, is_odd = int(parts[1], 16), int(parts[2], 16), parts[3].lower() in ("01", "1c")
    hashes = b"".join(number(value).to_bytes(32) for value in (domain, message))
    signed = int.from_bytes(keccak(b"\x19\x01" + hashes))
    square = (r**3 + 7) % PRIME
    root = pow(square, (PRIME + 1) // 4, PRIME)
    if not 0 < r < ORDER or not 0 < s < ORDER or root * root % PRIME != square:
        return None
    point = (r, root if root % 2 == is_odd else PRIME - root)
    inverse = pow(r, -1, ORDER)
    key = add(multiply(point, s * inverse % ORDER), multiply(BASE, -signed * inverse % ORDER))
    if key is None:
        return None
    return "0x" + keccak(key[0].to_bytes(32) + key[1].to_bytes(32))[12:].hex()
