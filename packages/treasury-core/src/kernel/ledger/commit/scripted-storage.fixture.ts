import type { Commit, CommitOutcome, LoadRequest, Storage } from "@agent-treasury/provider";
import { forwardedStorage } from "@agent-treasury/provider/helpers";

/** A fault of one commit. */
export type Fault =
  /** Responds without applying the commit. */
  | { readonly kind: "answer"; readonly outcome: CommitOutcome }
  /** Applies the commit and loses the response. */
  | { readonly kind: "lose_answer" }
  /** Loses the commit. */
  | { readonly kind: "lose_commit" }
  /** Rejects the call and writes nothing. */
  | { readonly kind: "throw"; readonly error: unknown }
  /** Runs something else first. */
  | { readonly kind: "after"; readonly first: () => Promise<unknown> };

/** A storage with scripted faults that records its calls. */
export interface ScriptedStorage extends Storage {
  readonly commits: Commit[];
  readonly loads: LoadRequest[];
  /** One item per commit; null for a normal commit. */
  readonly faults: (Fault | null)[];
  /** Called for each commit after `faults` is empty. */
  judge: (commit: Commit) => CommitOutcome | null;
}

export function scriptedStorage(
  storage: Storage,
  faults: readonly (Fault | null)[] = [],
): ScriptedStorage {
  const scripted: ScriptedStorage = {
    ...forwardedStorage(storage),
    name: "scripted",
    commits: [],
    loads: [],
    faults: [...faults],
    judge: () => null,
    load: (requests) => {
      scripted.loads.push(...requests);
      return storage.load(requests);
    },
    commit: async (commits) => {
      scripted.commits.push(...commits);
      const fault = scripted.faults.shift() ?? null;
      switch (fault?.kind) {
        case undefined: {
          const refusal = commits.map(scripted.judge).find((outcome) => outcome !== null);
          return refusal === undefined ? storage.commit(commits) : [refusal];
        }
        case "answer":
          return [fault.outcome];
        case "lose_answer":
          await storage.commit(commits);
          return [unclear];
        case "lose_commit":
          return [unclear];
        case "throw":
          throw fault.error;
        case "after":
          await fault.first();
          return storage.commit(commits);
      }
    },
  };
  return scripted;
}

const unclear: CommitOutcome = { kind: "unclear", cause: new Error("The connection broke.") };
