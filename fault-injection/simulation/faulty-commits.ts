import type {
  Commit,
  CommitOutcome,
  LoadRequest,
  Snapshot,
  Storage,
} from "@agent-treasury/provider";
import { TreasuryError } from "@agent-treasury/treasury-core";
import type { CountedFaults } from "./counts.ts";

/** One process's commits, each with a fault drawn before it is sent. */
export class FaultyCommits {
  readonly #storage: Storage;
  readonly #faults: CountedFaults;
  readonly #sendLate: (commits: readonly Commit[]) => void;
  readonly #sent = new Set<string>();

  /** `sendLate` commits later, after the process received an unknown outcome. */
  constructor(
    storage: Storage,
    faults: CountedFaults,
    sendLate: (commits: readonly Commit[]) => void,
  ) {
    this.#storage = storage;
    this.#faults = faults;
    this.#sendLate = sendLate;
  }

  async commit(commits: readonly Commit[]): Promise<readonly CommitOutcome[]> {
    const isResent = commits.some(({ id }) => this.#sent.has(id));
    for (const { id } of commits) this.#sent.add(id);
    switch (this.#faults.ofCommit()) {
      case "none":
        return this.#storage.commit(commits);
      case "refused":
        throw unreachable();
      case "beaten":
        // A commit sent before has an unknown outcome, others a conflict.
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
    this.#faults.takeTurn();
    const fate = this.#faults.ofCommit();
    if (fate === "refused") throw unreachable();
    const decided: Commit[] = [];
    const outcome = await this.#storage.exclusive?.(request, (snapshot) => {
      const one = decide(snapshot);
      decided.splice(0, 1, ...(one === null ? [] : [one]));
      return fate === "lost" || fate === "late" ? null : one;
    });
    if (outcome === undefined) throw new Error("The storage does not support exclusive access.");
    for (const { id } of decided) this.#sent.add(id);
    if (decided.length === 0 || fate === "none" || fate === "beaten") return outcome;
    if (fate === "late") this.#sendLate(decided);
    return unclear();
  }
}

/** The error of a call that was never sent. */
export function unreachable(): TreasuryError {
  return new TreasuryError("storage_error", "The storage could not be reached; nothing was sent.");
}

function unclear(): CommitOutcome {
  return { kind: "unclear", cause: new Error("The response was lost.") };
}
