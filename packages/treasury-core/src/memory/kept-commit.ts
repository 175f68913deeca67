import type { Json } from "../ports/json.ts";
import type { Commit, Doc } from "../ports/storage.ts";

/**
 * A copy of a commit that nobody can change any more, neither the one who sent it nor those who read
 * it: one copy at the write makes every read free. Throws for a body that is not JSON.
 */
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

/** A frozen copy of a body. Throws when it is not JSON. */
export function keptJson(value: Json): Json {
  return frozen(JSON.parse(JSON.stringify(value)) as Json);
}

function frozen(part: Json): Json {
  if (typeof part !== "object" || part === null) return part;
  for (const inner of Object.values(part)) frozen(inner);
  return Object.freeze(part);
}
