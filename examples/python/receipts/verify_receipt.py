"""Verifies receipts of Agent Treasury offline. Follows docs/receipt-format.md."""

import json
import sys
from argparse import ArgumentParser
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import proofs
from payments import read_payment
from proofs import InvalidProof, base64url, commitment, digest, from_base64url, json_text, require

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
        self.header: Claims = json.loads(from_base64url(head))
        payload: Claims = json.loads(from_base64url(body))
        require(payload.pop("_sd_alg", "sha-256") == "sha-256", "The hash is another one.")
        self._disclosures: dict[str, list[Any]] = {}
        for disclosure in disclosures:
            key = base64url(sha256(disclosure.encode()).digest())
            require(key not in self._disclosures, "A disclosure occurs twice.")
            self._disclosures[key] = json.loads(from_base64url(disclosure))
        self._seen: set[str] = set()
        self.claims: Claims = self._resolve(payload)
        require(self._disclosures.keys() <= self._seen, "A disclosure was changed or added.")

    def _find(self, key: str) -> list[Any] | None:
        require(key not in self._seen, "A digest occurs twice.")
        self._seen.add(key)
        return self._disclosures.get(key)

    def _resolve(self, value: Any) -> Any:
        if isinstance(value, list):
            items = []
            for item in value:
                if not (isinstance(item, dict) and "..." in item):
                    items.append(self._resolve(item))
                elif (disclosure := self._find(item["..."])) is not None:
                    items.append(self._resolve(disclosure[1]))
            return items
        if not isinstance(value, dict):
            return value
        resolved = {name: self._resolve(claim) for name, claim in value.items() if name != "_sd"}
        for key in value.get("_sd", []):
            disclosure = self._find(key)
            if disclosure is not None:
                _, name, claim = disclosure
                is_new = name not in resolved and name not in ("_sd", "...")
                require(is_new, "A disclosure is malformed.")
                resolved[name] = self._resolve(claim)
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
        self.overrun = 0

    def verify(self, cosigned: str | None, witnesses: list[str]) -> None:
        end = self._check_signature()
        note = self.claims["checkpoint"]
        origin, self.size, self.root = proofs.read_checkpoint(note)
        issuer, self.workspace = self.claims["iss"], self.claims["workspace"]
        require(origin == f"{issuer}/{self.workspace}", "The checkpoint is of another ledger.")
        own = [key for key in self.keys if key["purpose"] == "checkpoint"]
        own = [from_base64url(key["x"]) for key in own if key["deployment"] == issuer]
        is_signed = any(proofs.signed_at(note, origin, 1, key) == 0 for key in own)
        require(is_signed, "The checkpoint is not signed by the deployment.")
        if end is not None:
            self._check_cosignature(note, cosigned, witnesses, end)
        entries = [self._entry(entry) for entry in self.claims["entries"]]
        self._check_amounts(entries)
        canonical = self._proposal()
        approvers = [text for entry in entries for text in entry["approvers"]]
        for number, approval in enumerate(self.claims["approvals"], start=1):
            self._approval(approval, f"approval {number}", approvers)
        decisions = [entry["decision"] for entry in entries if entry["decision"] is not None]
        self._check_approved(entries, decisions)
        self._rules(decisions[-1] if decisions else None)
        quote = self._quote(canonical)
        self.signers = read_payment(self.claims.get("payment"), quote, self.withheld)

    def _check_signature(self) -> float | None:
        """Returns the end of a revoked key."""
        header, claims = self.jwt.header, self.claims
        is_known = header["typ"] == "agent-treasury-receipt+sd-jwt" and header["alg"] == "ES256"
        require(is_known and claims["format"] == "agent-treasury/receipt/1", "Unknown format.")
        found = [key for key in self.keys if key["kid"] == header["kid"]]
        found = [key for key in found if key["purpose"] == "receipt"]
        require(len(found) == 1, "The receipt is signed with an unknown key.")
        key = found[0]
        require(key["deployment"] == claims["iss"], "The key is of another deployment.")
        x, y = from_base64url(key["x"]), from_base64url(key["y"])
        is_valid = proofs.is_es256(x, y, self.jwt.signature, self.jwt.signed)
        require(is_valid, "The signature of the receipt is not valid.")
        if key["endedAt"] is None:
            return None
        end = datetime.fromisoformat(key["endedAt"]).timestamp()
        require(claims["iat"] < end, "The receipt was signed after the end of its key.")
        return end if key["revoked"] else None

    def _check_cosignature(
        self, note: str, cosigned: str | None, witnesses: list[str], end: float
    ) -> None:
        require(cosigned is not None, "The key was revoked, and no witness signed before.")
        same_text = proofs.read_note(cosigned or "")[0] == proofs.read_note(note)[0]
        require(same_text, "The cosigned checkpoint is another one.")
        for witness in witnesses:
            name, _, encoded = witness.split("+", 2)
            public_key = proofs.from_base64(encoded)[1:]
            time = proofs.signed_at(cosigned or "", name, 4, public_key)
            if time is not None and time < end:
                return
        raise InvalidProof("The key was revoked, and no trusted witness signed before.")

    def _entry(self, entry: Claims) -> Claims:
        fields = json.loads(entry["canonical"])
        where, decision = f"entry {fields[3]}", fields[14]
        is_single = fields[0] == "agent-treasury/3"
        is_known = is_single or fields[0] in ("agent-treasury/1", "agent-treasury/2")
        require(is_known, f"The format of {where} is unknown.")
        is_own = fields[1] == self.workspace and fields[10] == self.claims["sub"]
        require(is_own, f"The {where} is of another spend.")
        if is_single:
            require(fields[15] in self.deployments, f"The {where} is of another deployment.")
        proofs.hash_from(entry["previousHash"])
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
            opening = claim.get(name) if is_single else shared and [shared[0], shared[index + 1]]
            if opening is None:
                self.withheld.append(f"{where}: {name}")
                continue
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
        canonical = json.loads(proposal["canonical"])
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
            self.withheld.append("proposal: all texts")
        return fields

    def _approval(self, approval: Claims, where: str, approvers: list[str | None]) -> None:
        person = approval["person"].get("person")
        if person is None:
            self.withheld.append(f"{where}: person")
        elif approvers and None not in approvers:
            is_named = person["approver"] in approvers
            require(is_named, f"The person of {where} is not one of the ledger entry.")
        passkey = approval.get("passkey")
        if passkey is None:
            return
        signed = json.loads(passkey["signed"])
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
        is_named = commitment(evidence) in person["approver"]
        require(is_named, f"The ledger names another passkey signature than {where}.")

    def _check_assertion(self, passkey: Claims, domain: str, where: str) -> None:
        raw, data = (from_base64url(passkey[n]) for n in ("clientDataJSON", "authenticatorData"))
        client = json.loads(raw)
        host = urlsplit(client["origin"]).hostname or ""
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
            middle = 4 + signature[3]
            parts = signature[4:middle], signature[middle + 2 :]
            r, s = (int.from_bytes(part).to_bytes(32) for part in parts)
            is_valid = proofs.is_es256(key[-2], key[-3], r + s, signed)
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


def read_cose(data: bytes) -> dict[int, Any]:
    """Reads a map of integers and byte strings (CBOR)."""
    place = 1

    def read() -> Any:
        nonlocal place
        kind, size = data[place] >> 5, data[place] & 31
        place += 1
        if size >= 24:
            width = 2 ** (size - 24)
            size = int.from_bytes(data[place : place + width])
            place += width
        if kind < 2:
            return size if kind == 0 else -1 - size
        require(kind == 2, "The public key of a passkey is malformed.")
        place += size
        return data[place - size : place]

    return {read(): read() for _ in range(data[0] & 31)}


def verify(text: str, keys: list[Claims], cosigned: str | None, witnesses: list[str]) -> Claims:
    try:
        receipt = Receipt(text, keys)
        receipt.verify(cosigned, witnesses)
    except InvalidProof as problem:
        return {"valid": False, "problem": str(problem)}
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, OverflowError):
        return {"valid": False, "problem": "The receipt is malformed."}
    answer = {"valid": True, "proposalId": receipt.claims["sub"], "withheld": receipt.withheld}
    if receipt.overrun > 0:
        answer |= {"overrun": str(receipt.overrun)}
    return answer if receipt.signers is None else answer | {"signers": receipt.signers}


def main() -> int:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("receipts", type=Path, help="a file with one receipt on each line")
    parser.add_argument("--keys", type=Path, required=True, help="keys.json of the deployment")
    parser.add_argument("--cosigned", type=Path, help="the checkpoint with signatures of witnesses")
    parser.add_argument("--witness", action="append", default=[], help="key of a trusted witness")
    options = parser.parse_args()
    keys = json.loads(options.keys.read_text(encoding="utf-8"))["keys"]
    cosigned = options.cosigned and options.cosigned.read_text(encoding="utf-8")
    is_valid = True
    for text in options.receipts.read_text(encoding="utf-8").splitlines():
        answer = verify(text, keys, cosigned, options.witness)
        is_valid = is_valid and answer["valid"]
        print(json_text(answer))
    return 0 if is_valid else 1


if __name__ == "__main__":
    sys.exit(main())
