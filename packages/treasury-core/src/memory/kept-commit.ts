import type { Commit, Doc } from "@agent-treasury/provider";
import { keptJson } from "./kept-json.ts";

/** Frozen, so that reads need no copies. Throws for a body that is not JSON. */
export function keptCommit(commit: Commit): Commit {
  return Object.freeze({
    ...commit,
    next: commit.next && Object.freeze({ ...commit.next, account: keptJson(commit.next.account) }),
    entries: commit.entries.map((entry) => Object.freeze({ ...entry, body: keptJson(entry.body) })),
    put: commit.put.map(keptDoc),
    create: commit.create.map(keptDoc),
    claim: commit.claim.map((claim) =>
      Object.freeze({ ...claim, key: Object.freeze({ kind: claim.key.kind, id: claim.key.id }) }),
    ),
  });
}

function keptDoc(doc: Doc): Doc {
  return Object.freeze({ ...doc, body: keptJson(doc.body) });
}
