import type {
  Commit,
  CommitOutcome,
  LoadRequest,
  Snapshot,
  Storage,
} from "@agent-treasury/provider";
import { TreasuryError } from "@agent-treasury/treasury-core";
import type { CountedMisfortunes } from "./counts.ts";

/** What one process commits, with what becomes of each commit drawn before it is sent. */
export class UnluckyCommits {
  readonly #storage: Storage;
  readonly #misfortunes: CountedMisfortunes;
  readonly #sendLate: (commits: readonly Commit[]) => void;
  readonly #sent = new Set<string>();

  /** `sendLate` makes commits some time later, when their process was long told that nobody knows. */
  constructor(
    storage: Storage,
    misfortunes: CountedMisfortunes,
    sendLate: (commits: readonly Commit[]) => void,
  ) {
    this.#storage = storage;
    this.#misfortunes = misfortunes;
    this.#sendLate = sendLate;
  }

  async commit(commits: readonly Commit[]): Promise<readonly CommitOutcome[]> {
    const isResent = commits.some(({ id }) => this.#sent.has(id));
    for (const { id } of commits) this.#sent.add(id);
    switch (this.#misfortunes.ofCommit()) {
      case "none":
        return this.#storage.commit(commits);
      case "refused":
        throw unreachable();
      case "beaten":
        // Of what was sent before it is said what became of it, or nothing.
        return isResent ? this.#storage.commit(commits) : commits.map(() => ({ kind: "conflict" }));
      case "lost":
        break;
      case "unseen":
        await this.#storage.commit(commits);
        break;
      case "late":
        this.#sendLate(commits);
    }
    return commits.map(() => unclear());
  }

  async exclusive(
    request: LoadRequest,
    decide: (snapshot: Snapshot) => Commit | null,
  ): Promise<CommitOutcome | null> {
    this.#misfortunes.takeTurn();
    const fate = this.#misfortunes.ofCommit();
    if (fate === "refused") throw unreachable();
    const decided: Commit[] = [];
    const outcome = await this.#storage.exclusive?.(request, (snapshot) => {
      const one = decide(snapshot);
      decided.splice(0, 1, ...(one === null ? [] : [one]));
      return fate === "lost" || fate === "late" ? null : one;
    });
    if (outcome === undefined) throw new Error("The storage has no turns to take.");
    for (const { id } of decided) this.#sent.add(id);
    if (decided.length === 0 || fate === "none" || fate === "beaten") return outcome;
    if (fate === "late") this.#sendLate(decided);
    return unclear();
  }
}

/** What a call rejects with that was never sent. */
export function unreachable(): TreasuryError {
  return new TreasuryError("storage_error", "The storage could not be reached; nothing was sent.");
}

function unclear(): CommitOutcome {
  return { kind: "unclear", cause: new Error("The answer was lost.") };
}
