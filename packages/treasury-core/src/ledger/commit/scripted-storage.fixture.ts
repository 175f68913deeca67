import type { Commit, CommitOutcome, LoadRequest, Storage } from "@agent-treasury/provider";
import { forwardedStorage } from "@agent-treasury/provider/helpers";

/** What happens to one commit instead of what would have. */
export type Fault =
  /** It is answered without having been made. */
  | { readonly kind: "answer"; readonly outcome: CommitOutcome }
  /** It is made, and its answer is lost. */
  | { readonly kind: "lose_answer" }
  /** It is lost on its way. */
  | { readonly kind: "lose_commit" }
  /** The call rejects, and nothing was written. */
  | { readonly kind: "throw"; readonly error: unknown }
  /** Something else happens first. */
  | { readonly kind: "after"; readonly first: () => Promise<unknown> };

/** A storage that a test can put faults into, and whose calls it can read afterwards. */
export interface ScriptedStorage extends Storage {
  readonly commits: Commit[];
  readonly loads: LoadRequest[];
  /** The faults to come, one for each commit; none means that it goes through. */
  readonly faults: (Fault | null)[];
  /** Asked for each commit once no fault is left. */
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
