"""Verifies receipts of Agent Treasury offline. Follows docs/receipt-format.md."""

import json
import re
import sys
from argparse import ArgumentParser
from datetime import datetime
from hashlib import sha256
from math import inf
from pathlib import Path
from typing import Any

import forms
import proofs
from forms import MALFORMED, strict_json
from payments import read_payment
from proofs import InvalidProof, base64url, commitment, digest, from_base64url, require

Claims = dict[str, Any]
PROPOSAL_TEXTS = ("vendor", "purpose", "category", "reason")


class SdJwt:
    """An SD-JWT (RFC 9901) with the claims that are disclosed."""

    def __init__(self, text: str) -> None:
        jwt, *disclosures, end = text.split("~")
        head, body, signature = jwt.split(".")
        require(end == "", "The text is not an SD-JWT without a key binding.")
        self.signed = f"{head}.{body}".encode()
        self.signature = from_base64url(signature)
        self.header: Claims = strict_json(from_base64url(head))
        payload: Claims = strict_json(from_base64url(body))
        is_object = isinstance(self.header, dict) and isinstance(payload, dict)
        require(is_object, "A part of the SD-JWT is not a JSON object.")
        require(payload.pop("_sd_alg", "sha-256") == "sha-256", "The hash is another one.")
        self._disclosures: dict[str, list[Any]] = {}
        for disclosure in disclosures:
            key = base64url(sha256(disclosure.encode()).digest())
            require(key not in self._disclosures, "A disclosure occurs twice.")
            value = strict_json(from_base64url(disclosure))
            is_list = isinstance(value, list) and value != [] and isinstance(value[0], str)
            require(is_list, "A disclosure is malformed.")
            self._disclosures[key] = value
        self._seen: set[str] = set()
        self.claims: Claims = self._resolve(payload, 1)
        require(self._disclosures.keys() <= self._seen, "A disclosure was changed or added.")

    def _find(self, key: Any) -> list[Any] | None:
        is_new = isinstance(key, str) and key not in self._seen
        require(is_new, "A digest is malformed, or occurs twice.")
        self._seen.add(key)
        return self._disclosures.get(key)

    def _resolve(self, value: Any, depth: int) -> Any:
        require(depth <= 64, "The SD-JWT is nested too deeply.")
        if isinstance(value, list):
            items = []
            for item in value:
                if not (isinstance(item, dict) and "..." in item):
                    items.append(self._resolve(item, depth + 1))
                    continue
                disclosure = self._find(item["..."])
                is_element = len(item) == 1 and (disclosure is None or len(disclosure) == 2)
                require(is_element, "A disclosure is malformed.")
                if disclosure is not None:
                    items.append(self._resolve(disclosure[1], depth + 1))
            return items
        if not isinstance(value, dict):
            return value
        others = ((name, claim) for name, claim in value.items() if name != "_sd")
        resolved = {name: self._resolve(claim, depth + 1) for name, claim in others}
        digests = value.get("_sd", [])
        require(isinstance(digests, list), "The digests of an object are malformed.")
        for key in digests:
            disclosure = self._find(key)
            if disclosure is None:
                continue
            require(len(disclosure) == 3, "A disclosure is malformed.")
            _, name, claim = disclosure
            is_new = isinstance(name, str) and name not in resolved
            require(is_new and name not in ("_sd", "..."), "A disclosure is malformed.")
            resolved[name] = self._resolve(claim, depth + 1)
        return resolved


class Receipt:
    """A receipt while it is verified."""

    def __init__(self, text: str, keys: list[Claims]) -> None:
        self.keys = keys
        self.jwt = SdJwt(text)
        self.claims = self.jwt.claims
        self.deployments = {key["deployment"] for key in keys}
        self.withheld: list[str] = []
        self.signers: Claims | None = None
        self.is_cosigned = False
        self.overrun = 0

    def verify(self, cosigned: str | None, witnesses: list[str]) -> None:
        end = self._check_signature()
        is_text = all(isinstance(self.claims.get(name), str) for name in ("sub", "workspace"))
        require(is_text and forms.receipt(self.claims), "The receipt is malformed.")
        note = self.claims["checkpoint"]
        origin, self.size, self.root = proofs.read_checkpoint(note)
        issuer, self.workspace = self.claims["iss"], self.claims["workspace"]
        require(origin == f"{issuer}/{self.workspace}", "The checkpoint is of another ledger.")
        own = [key for key in self.keys if key["purpose"] == "checkpoint"]
        own = [from_base64url(key["x"]) for key in own if key["deployment"] == issuer]
        is_signed = any(proofs.signed_at(note, origin, 1, key) == 0 for key in own)
        require(is_signed, "The checkpoint is not signed by the deployment.")
        self._check_cosignature(note, cosigned, witnesses, end)
        entries = [self._entry(entry) for entry in self.claims["entries"]]
        self._check_amounts(entries)
        canonical = self._proposal()
        for place, approval in enumerate(self.claims["approvals"]):
            own = [entry["approvers"][place] for entry in entries if entry["approvers"]]
            self._approval(approval, f"approval {place + 1}", own)
        decisions = [entry["decision"] for entry in entries if entry["decision"] is not None]
        self._check_approved(entries, decisions)
        self._rules(decisions[-1] if decisions else None)
        quote = self._quote(canonical)
        self.signers = read_payment(self.claims.get("payment"), quote, self.withheld)

    def _check_signature(self) -> float | None:
        """Returns the end of a revoked key."""
        header, claims = self.jwt.header, self.claims
        is_known = header["typ"] == "agent-treasury-receipt+sd-jwt" and header["alg"] == "ES256"
        # Nothing is critical that this verifier knows (RFC 7515).
        is_known = is_known and "crit" not in header
        require(is_known and claims["format"] == "agent-treasury/receipt/1", "Unknown format.")
        found = [key for key in self.keys if key["kid"] == header["kid"]]
        found = [key for key in found if key["purpose"] == "receipt"]
        require(len(found) > 0, "The receipt is signed with an unknown key.")
        require(len(found) == 1, "The keys list the key of the receipt several times.")
        key = found[0]
        require(key["deployment"] == claims["iss"], "The key is of another deployment.")
        x, y = from_base64url(key["x"]), from_base64url(key["y"])
        is_valid = proofs.is_es256(x, y, self.jwt.signature, self.jwt.signed)
        require(is_valid, "The signature of the receipt is not valid.")
        ended = key["endedAt"]
        end = inf if ended is None else datetime.fromisoformat(ended).timestamp()
        is_before = forms.count(claims.get("iat")) and claims["iat"] < end
        require(is_before, "The receipt was signed after the end of its key.")
        return end if key["revoked"] else None

    def _check_cosignature(
        self, note: str, cosigned: str | None, witnesses: list[str], end: float | None
    ) -> None:
        """Requires it before the end of a revoked key."""
        if cosigned is not None:
            same_text = proofs.read_note(cosigned)[0] == proofs.read_note(note)[0]
            require(same_text, "The cosigned checkpoint is another one.")
            keys = [proofs.read_witness_key(witness) for witness in witnesses]
            signed = [proofs.signed_at(cosigned, *key) for key in keys]
            times = [time for time in signed if time is not None and time > 0]
            self.is_cosigned = times != []
            if end is None or min(times, default=inf) < end:
                return
        require(end is None, "The key was revoked, and no trusted witness signed before.")

    def _entry(self, entry: Claims) -> Claims:
        fields = strict_json(entry["canonical"])
        require(forms.entry(fields), "The ledger entry is malformed.")
        where, decision = f"entry {fields[3]}", fields[14]
        is_single = fields[0] == "agent-treasury/3"
        is_known = is_single or fields[0] in ("agent-treasury/1", "agent-treasury/2")
        require(is_known, f"The format of {where} is unknown.")
        require(is_single == (len(fields) > 15), f"The {where} is malformed.")
        is_own = fields[1] == self.workspace and fields[10] == self.claims["sub"]
        require(is_own, f"The {where} is of another spend.")
        if is_single:
            require(fields[15] in self.deployments, f"The {where} is of another deployment.")
        leaf = proofs.leaf_hash(bytes.fromhex(digest(entry["previousHash"] + entry["canonical"])))
        path = [proofs.hash_from(value) for value in entry["path"]]
        is_there = proofs.is_included(leaf, int(fields[3]) - 1, self.size, path, self.root)
        require(is_there, f"The {where} is not in the checkpoint.")
        digests = {"description": fields[13]}
        approvers: list[str] = []
        if decision is not None:
            if decision[0] is not None:
                digests["operator"] = decision[0]
            digests["vendor"] = decision[4]
            approvers = decision[10] if len(decision) > 10 else []
            is_whole = len(decision) <= 10 or len(approvers) == len(self.claims["approvals"])
            require(is_whole, "The approvals are not those of the ledger entries.")
        digests |= {f"approver {at + 1}": value for at, value in enumerate(approvers)}
        texts = self._texts(entry["texts"], digests, is_single, where)
        named = [texts.get(f"approver {at + 1}") for at in range(len(approvers))]
        return {"fields": fields, "decision": decision, "approvers": named}

    def _texts(self, claim: Claims, digests: dict[str, str], is_single: bool, where: str) -> Claims:
        if claim.get("erased") is True:
            self.withheld.append(f"{where}: all texts, because they were erased")
            return {}
        texts: Claims = {}
        shared = claim.get("all")
        for index, (name, value) in enumerate(digests.items()):
            if name not in claim if is_single else shared is None:
                self.withheld.append(f"{where}: {name}")
                continue
            opening = claim[name] if is_single else [shared[0], shared[index + 1]]
            require(forms.disclosed(opening), f"The text {name} of {where} is malformed.")
            is_same = commitment(opening) == value
            require(is_same, f"The text {name} of {where} is not the recorded one.")
            texts[name] = opening[1]
        return texts

    def _check_amounts(self, entries: list[Claims]) -> None:
        require(len(entries) > 0, "The receipt has no ledger entry.")
        spend, fields = self.claims["spend"], [entry["fields"] for entry in entries]
        places = [int(each[3]) for each in fields]
        is_ordered = all(one < other for one, other in zip(places, places[1:], strict=False))
        require(is_ordered, "The ledger entries are not in order, or one is listed twice.")
        captured = -sum(int(each[6]) for each in fields if each[12] is None)
        refunded = sum(int(each[6]) for each in fields if each[12] is not None)
        is_same = captured == int(spend["captured"]) and refunded == int(spend["refunded"])
        require(is_same, "The amounts of the spend are not those of its ledger entries.")
        for decision in (entry["decision"] for entry in entries):
            if decision is not None:
                require(decision[5] == spend["amount"], "The entries are of another amount.")
                is_same = len(decision) <= 8 or decision[8] == spend["agentId"]
                require(is_same, "The ledger entries are of another agent.")

    def _check_approved(self, entries: list[Claims], decisions: list[list[Any]]) -> None:
        spend = self.claims["spend"]
        allowed = [self._approved_amount(approval) for approval in self.claims["approvals"]]
        approved = min([int(spend["amount"]), *allowed])
        decided = [int(each[11] if len(each) > 11 else each[5]) for each in decisions]
        is_less = all(amount <= approved for amount in decided)
        require(is_less, "The ledger entries are of a higher amount than their approvals.")
        fields = [entry["fields"] for entry in entries]
        paid = [(each[4], -int(each[6])) for each in fields if each[12] is None]
        reversals = [(each[12], int(each[6])) for each in fields if each[12] is not None]
        rest = [
            amount
            for place, amount in paid
            if sum(part for of, part in reversals if of == place) < amount
        ]
        self.overrun = max(0, sum(rest) - min([approved, *decided]))

    def _approved_amount(self, approval: Claims) -> int:
        return int(approval.get("approvedAmount", self.claims["spend"]["amount"]))

    def _proposal(self) -> list[Any] | None:
        proposal, spend = self.claims["proposal"], self.claims["spend"]
        if proposal is None:
            return None
        canonical = strict_json(proposal["canonical"])
        require(forms.proposal(canonical), "The proposal is malformed.")
        version = {10: 1, 11: 2, 13: 3}[len(canonical)]
        is_known = canonical[0] == f"agent-treasury/proposal/{version}"
        require(is_known, "The format of the proposal is unknown.")
        same_digest = digest(proposal["canonical"]) == proposal["digest"]
        require(same_digest, "The proposal does not match its digest.")
        is_single = canonical[0] == "agent-treasury/proposal/3"
        if is_single:
            require(canonical[1] in self.deployments, "The proposal is of another deployment.")
        fields = canonical[2:] if is_single else canonical[1:]
        is_own = fields[0] == self.workspace and fields[2] == self.claims["sub"]
        is_own = is_own and fields[3] == spend["agentId"] and fields[4] == spend["amount"]
        require(is_own, "The proposal is another one.")
        if is_single:
            digests = dict(zip(PROPOSAL_TEXTS, fields[8].split(" "), strict=True))
            self._texts(proposal["texts"], digests, True, "proposal")
        elif "all" in proposal["texts"]:
            is_same = commitment(proposal["texts"]["all"]) == fields[8]
            require(is_same, "The texts of the proposal are not the recorded ones.")
        else:
            is_erased = proposal["texts"].get("erased") is True
            why = ", because they were erased" if is_erased else ""
            self.withheld.append(f"proposal: all texts{why}")
        return fields

    def _approval(self, approval: Claims, where: str, approvers: list[str | None]) -> None:
        """`approvers`: what the entries disclose of its person, and None for what they do not."""
        person = approval["person"].get("person")
        if person is None:
            is_erased = approval["person"].get("erased") is True
            why = ", because it was erased" if is_erased else ""
            self.withheld.append(f"{where}: person{why}")
        else:
            is_named = all(text in (None, person["approver"]) for text in approvers)
            require(is_named, f"The person of {where} is not one of the ledger entry.")
            named = strict_json(person["approver"])
            require(forms.approver(named), f"The person of {where} is malformed.")
            is_same = named[:2] == [person["id"], person["name"]]
            require(is_same, f"The person of {where} has another name or id.")
        passkey = approval.get("passkey")
        if passkey is None:
            return
        signed = strict_json(passkey["signed"])
        require(forms.signed(signed), f"The signed text of {where} is malformed.")
        proposal = self.claims["proposal"] or {}
        expected = [self.workspace, "approve_proposal", self.claims["sub"], proposal.get("digest")]
        is_own = [signed[1], *signed[3:6]] == expected
        require(is_own, f"The passkey of {where} signed something else.")
        most = self.claims["spend"]["amount"] if signed[6] is None else signed[6]
        is_covered = self._approved_amount(approval) <= int(most)
        require(is_covered, f"The passkey of {where} signed a lower amount.")
        self._check_assertion(passkey, signed[2], where)
        if person is None:
            return
        if "opening" in person:
            is_own = commitment(person["opening"]) == signed[7]
            require(is_own, f"The passkey of {where} is of another person.")
        names = ("id", "clientDataJSON", "authenticatorData", "signature")
        assertion = [passkey[name] for name in names]
        evidence = ["agent-treasury/evidence/1", signed, passkey["publicKey"], assertion]
        means = named[2] if len(named) > 2 else {}
        require(means.get("passkey") == commitment(evidence), f"The ledger names another passkey signature than {where}.")

    def _check_assertion(self, passkey: Claims, domain: str, where: str) -> None:
        raw, data = (from_base64url(passkey[n]) for n in ("clientDataJSON", "authenticatorData"))
        client = strict_json(raw)
        origin = re.fullmatch(r"https?://([a-z0-9.-]+)(:[0-9]{1,5})?", client["origin"])
        host = origin[1] if origin else ""
        challenge = base64url(sha256(passkey["signed"].encode()).digest())
        is_own = client["type"] == "webauthn.get" and client["challenge"] == challenge
        is_own = is_own and (host == domain or host.endswith(f".{domain}"))
        is_own = is_own and client.get("crossOrigin") is not True
        is_own = is_own and data[:32] == sha256(domain.encode()).digest() and data[32] & 5 == 5
        require(is_own, f"The passkey signature of {where} is for something else.")
        key = read_cose(from_base64url(passkey["publicKey"]))
        signature = from_base64url(passkey["signature"])
        signed = data + sha256(raw).digest()
        if key[3] == -7:
            is_valid = proofs.is_es256(key[-2], key[-3], read_der(signature), signed)
        elif key[3] == -8:
            is_valid = proofs.is_ed25519(key[-2], signature, signed)
        else:
            is_valid = key[3] == -257 and proofs.is_rs256(key[-1], key[-2], signature, signed)
        require(is_valid, f"The passkey signature of {where} does not match the public key.")

    def _rules(self, decision: list[Any] | None) -> None:
        rules = self.claims["rules"]
        expected = decision[7] if decision is not None and len(decision) > 7 else None
        if rules is None:
            require(expected is None, "The receipt lacks the rules of its decision.")
            return
        is_own = expected is None or rules["digest"] == expected
        require(is_own, "The rules are not those of the decision.")
        if "publication" not in rules:
            self.withheld.append("rules")
            return
        is_whole = forms.publication(strict_json(rules["publication"]))
        require(is_whole, "The published rules are malformed.")
        is_same = digest(rules["publication"]) == rules["digest"]
        require(is_same, "The rules do not match their digest.")

    def _quote(self, proposal: list[Any] | None) -> str | None:
        quote = self.claims["quote"]
        if quote is None:
            return None
        is_own = proposal is None or proposal[9] == quote["digest"]
        require(is_own, "The offer of the payee is not that of the proposal.")
        if "quote" not in quote:
            self.withheld.append("quote")
            return None
        is_same = commitment(quote["quote"]) == quote["digest"]
        require(is_same, "The offer of the payee is not the recorded one.")
        return quote["quote"][1]


def read_der(signature: bytes) -> bytes:
    """Converts the DER form of ECDSA to 64 bytes."""
    middle = 4 + signature[3]
    sizes = len(signature) - 2, middle - 4, len(signature) - middle - 2
    heads = signature[:1] + signature[2:3] + signature[middle : middle + 1]
    is_whole = (signature[1], signature[3], signature[middle + 1]) == sizes
    require(is_whole and heads == b"\x30\x02\x02", "The signature of a passkey is malformed.")
    parts = signature[4:middle], signature[middle + 2 :]
    return b"".join(int.from_bytes(part).to_bytes(32) for part in parts)


def read_cose(data: bytes) -> dict[int, Any]:
    """Reads a map of integers and byte strings (CBOR)."""
    place = 0
    malformed = "The public key of a passkey is malformed."

    def take(size: int) -> bytes:
        nonlocal place
        place += size
        require(place <= len(data), malformed)
        return data[place - size : place]

    def head() -> tuple[int, int]:
        first = take(1)[0]
        size = first & 31
        require(size <= 25, malformed)
        return first >> 5, size if size < 24 else int.from_bytes(take(size - 23))

    def read() -> Any:
        kind, size = head()
        require(kind <= 2, malformed)
        return take(size) if kind == 2 else size if kind == 0 else -1 - size

    kind, entries = head()
    require(kind == 5, malformed)
    return {read(): read() for _ in range(entries)}


def verify(text: str, keys: list[Claims], cosigned: str | None, witnesses: list[str]) -> Claims:
    try:
        receipt = Receipt(text, keys)
        receipt.verify(cosigned, witnesses)
    except InvalidProof as problem:
        return {"valid": False, "problem": str(problem)}
    except MALFORMED:
        return {"valid": False, "problem": "The receipt is malformed."}
    answer = {"valid": True, "proposalId": receipt.claims["sub"], "withheld": receipt.withheld}
    if receipt.overrun > 0:
        answer |= {"overrun": str(receipt.overrun)}
    return answer if receipt.signers is None else answer | {"signers": receipt.signers}


def read_file(path: Path) -> str:
    """A file with a character that is not UTF-8 is no receipt."""
    return path.read_bytes().decode("utf-8", "replace")


def read_keys(path: Path) -> list[Claims] | None:
    try:
        keys = strict_json(path.read_bytes())
    except MALFORMED:
        return None
    return keys["keys"] if forms.keys(keys) else None


def main() -> int:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("receipts", type=Path, help="a file with one receipt on each line")
    parser.add_argument("--keys", type=Path, required=True, help="keys.json of the deployment")
    parser.add_argument("--cosigned", type=Path, help="the checkpoint with signatures of witnesses")
    parser.add_argument("--witness", action="append", default=[], help="key of a trusted witness")
    options = parser.parse_args()
    keys = read_keys(options.keys)
    if keys is None:
        parser.error(f"{options.keys} has no keys. Use keys.json of the deployment.")
    cosigned = None if options.cosigned is None else read_file(options.cosigned)
    lines = read_file(options.receipts).removesuffix("\n").split("\n")
    receipts = [line.removesuffix("\r") for line in lines]
    answers = [verify(text, keys, cosigned, options.witness) for text in receipts]
    for answer in answers:
        print(json.dumps(answer, separators=(",", ":")))
    return 0 if all(answer["valid"] for answer in answers) else 1


if __name__ == "__main__":
    sys.exit(main())
