"""Recomputes the hashes of an export of Agent Treasury, and compares them with a checkpoint."""

import json
import sys
from argparse import ArgumentParser
from collections import defaultdict
from pathlib import Path
from typing import Any

import proofs
from forms import MALFORMED, strict_json
from proofs import InvalidProof, commitment, digest, json_text, require


def genesis_hash(workspace: str, epoch: int, body: dict[str, Any]) -> str:
    capital, previous = body["startingCapital"], body["previousHash"]
    return digest(json_text(["agent-treasury/1", "genesis", workspace, epoch, capital, previous]))


def canonical_decision(decision: dict[str, Any] | None) -> list[Any] | None:
    if decision is None:
        return None
    operator, ruled = decision["operator"], decision.get("ruled")
    fields = [
        None if operator is None else operator["digest"],
        decision["operatorVerified"],
        decision["autoApproved"],
        decision["decidedAt"],
        decision["vendor"]["digest"],
        decision["amount"],
        decision["limits"],
    ]
    if ruled is not None:
        approvers = [text["digest"] for text in ruled["approvers"]]
        fields += [ruled["rules"], ruled["agentId"], ruled["allocationId"], approvers]
        if "approvedAmount" in ruled:
            fields.append(ruled["approvedAmount"])
    return fields


def canonical_entry(workspace: str, entry: dict[str, Any]) -> str:
    body = entry["body"]
    decision = body["decision"]
    version = 3 if "deployment" in body else 2 if decision and "ruled" in decision else 1
    fields = [f"agent-treasury/{version}", workspace, entry["epoch"], entry["sequence"]]
    fields += [body["id"], body["type"], entry["amountMicros"], entry["balanceMicros"]]
    fields += [body["createdAt"], body["day"], body["proposalId"], body["reference"]]
    fields += [body["reversalOf"], body["description"]["digest"], canonical_decision(decision)]
    if version == 3:
        fields += [body["deployment"], body.get("itemisation")]
    return json_text(fields)


def check_texts(body: dict[str, Any], where: str) -> None:
    decision = body["decision"] or {}
    ruled = decision.get("ruled") or {}
    texts = {"description": body["description"]}
    texts |= {name: decision[name] for name in ("operator", "vendor") if decision.get(name)}
    approvers = ruled.get("approvers", [])
    texts |= {f"approver {index + 1}": text for index, text in enumerate(approvers)}
    for field, text in texts.items():
        salt = body["salt"]
        if text["text"] is None or salt is None:
            require(text["text"] is None, f"A text of {where} has no salt.")
            continue
        if "deployment" in body:
            salt = proofs.salt_of(salt, field)
        is_same = commitment([salt, text["text"]]) == text["digest"]
        require(is_same, f"The text {field} of {where} was changed.")


class Ledger:
    """One workspace of an export."""

    def __init__(self) -> None:
        self.head: dict[str, Any] = {}
        self.epochs: dict[int, dict[str, Any]] = {}
        self.entries: list[dict[str, Any]] = []

    def verify(self, workspace: str) -> list[bytes]:
        """Returns the hashes of the entries."""
        hashes: list[bytes] = []
        epoch, last, balance = 0, "", 0
        for entry in [*self.entries, None]:
            target = self.head["epoch"] if entry is None else entry["epoch"]
            while epoch < target:
                body = self.epochs[epoch + 1]
                follows = body["previousHash"] == (last or None)
                follows = follows and int(body["afterSequence"]) == len(hashes)
                require(follows, f"Epoch {epoch + 1} does not follow the entry before it.")
                epoch, balance = epoch + 1, int(body["startingCapital"])
                last = genesis_hash(workspace, epoch, body)
            if entry is None:
                break
            where = f"entry {entry['sequence']}"
            require(int(entry["sequence"]) == len(hashes) + 1, f"The {where} is out of order.")
            require(entry["previousHash"] == last, f"The {where} is not chained.")
            last = digest(last + canonical_entry(workspace, entry))
            require(entry["hash"] == last, f"The hash of {where} does not match its content.")
            balance += int(entry["amountMicros"])
            require(int(entry["balanceMicros"]) == balance, f"The balance after {where} is wrong.")
            check_texts(entry["body"], where)
            hashes.append(bytes.fromhex(last))
        require(self.head["lastHash"] == last, "The head is not the last entry.")
        return hashes


def read_export(path: Path) -> dict[str, Ledger]:
    ledgers: dict[str, Ledger] = defaultdict(Ledger)
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            record = strict_json(line)
            if "record" not in record or "workspaceId" not in record:
                continue
            ledger = ledgers[record["workspaceId"]]
            if record["record"] == "head":
                ledger.head = record
            elif record["record"] == "entry":
                ledger.entries.append(record)
            elif record["record"] == "document" and record["kind"] == "epoch":
                ledger.epochs[record["epoch"]] = record["body"]
    return ledgers


def main() -> int:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("export", type=Path, help="the output of agent-treasury export")
    parser.add_argument("--against", type=Path, help="a checkpoint that was stored elsewhere")
    options = parser.parse_args()
    try:
        ledgers = read_export(options.export)
        require(len(ledgers) > 0, "The export has no workspace.")
        hashes = {name: ledger.verify(name) for name, ledger in ledgers.items()}
        if options.against is not None:
            note = options.against.read_text(encoding="utf-8")
            origin, size, root = proofs.read_checkpoint(note)
            own = hashes.get(origin.partition("/")[2], [])
            require(len(own) >= size, f"The checkpoint covers {size} entries, but there are {len(own)}.")
            leaves = [proofs.leaf_hash(value) for value in own[:size]]
            is_same = proofs.merkle_root(leaves) == root
            require(is_same, f"The first {size} entries are not those of the checkpoint.")
    except InvalidProof as problem:
        print(json.dumps({"valid": False, "problem": str(problem)}))
        return 1
    except MALFORMED:
        print(json.dumps({"valid": False, "problem": "The export or the checkpoint is malformed."}))
        return 1
    print(json.dumps({"valid": True, "entries": {name: len(own) for name, own in hashes.items()}}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
