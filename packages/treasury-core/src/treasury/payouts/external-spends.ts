import type { PaymentMode } from "@agent-treasury/provider";
import type { SpendProposal } from "../proposals/proposal.ts";
import { UnderWay } from "../under-way.ts";
import type { HoldTerms } from "./hold-spend.ts";
import {
  isHeld,
  leaseMsOf,
  modeOf,
  paySpend,
  type SpendingParts,
  startStopwatch,
} from "./pay-spend.ts";
import { type SpendRecovery, recoverSpends } from "./recover-spends.ts";

/** A command that may approve a spend, on the terms under which its amount would be held. */
export type ApprovingCommit = (terms: HoldTerms) => Promise<SpendProposal>;

/** Spends that somebody outside pays: approved and held in one commit, paid after it, settled in another. */
export class ExternalSpends {
  readonly #parts: SpendingParts;
  readonly #underWay: UnderWay = new UnderWay();
  readonly #closing: AbortController = new AbortController();

  constructor(parts: SpendingParts) {
    this.#parts = parts;
  }

  /** Which kind of money is spent; null while the executor lacks its key. */
  mode(): PaymentMode | null {
    return modeOf(this.#parts.executor);
  }

  /** Commits, and has paid what that commit approved; of many who ask, the one whose lease it has. */
  async carryOut(workspaceId: string, commit: ApprovingCommit): Promise<SpendProposal> {
    const { executor, identifiers } = this.#parts;
    const sinceLease = startStopwatch(this.#parts);
    const lease = identifiers.random();
    const terms: HoldTerms = {
      executor: executor.provider,
      mode: executor.mode(),
      lease,
      leaseMs: leaseMsOf(this.#parts),
    };
    return this.#underWay.follow(
      commit(terms).then((spend) =>
        isHeld(spend) && spend.hold.lease === lease
          ? paySpend(this.#parts, workspaceId, spend, sinceLease)
          : spend,
      ),
    );
  }

  /** Carries on what is due, whoever began it. */
  recover(): Promise<SpendRecovery> {
    return this.#underWay.follow(recoverSpends(this.#parts, this.#closing.signal));
  }

  /** Takes nothing more over, and resolves when the calls under way are recorded. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#underWay.ended();
  }
}
