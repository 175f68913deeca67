import type { PaymentMode, WebhookDelivery } from "@agent-treasury/provider";
import type { SpendProposal } from "../proposals/proposal.ts";
import { UnderWay } from "../under-way.ts";
import {
  type AuthorizationAnswer,
  authorizationsOf,
  decideAuthorization,
} from "./decide-authorization.ts";
import { isHeld } from "./held-spend.ts";
import type { HoldTerms } from "./hold-terms.ts";
import { paySpend, startStopwatch } from "./pay-spend.ts";
import { type SpendRecovery, recoverSpends } from "./recover-spends.ts";
import { leaseMsOf, modeOf, type SpendingDeps } from "./spending-deps.ts";

export type ApprovingCommit = (terms: HoldTerms) => Promise<SpendProposal>;

/** One commit holds the amount, the payment executor pays, another commit settles. */
export class ExternalSpends {
  readonly #parts: SpendingDeps;
  readonly #underWay: UnderWay = new UnderWay();
  readonly #closing: AbortController = new AbortController();

  constructor(parts: SpendingDeps) {
    this.#parts = parts;
  }

  /** Null without a key. */
  mode(): PaymentMode | null {
    return modeOf(this.#parts.executor);
  }

  /** Pays only if this call's lease was recorded, so that one of several callers pays. */
  async carryOut(workspaceId: string, commit: ApprovingCommit): Promise<SpendProposal> {
    const sinceLease = startStopwatch(this.#parts);
    const terms = this.newTerms();
    const { lease } = terms;
    return this.#underWay.follow(
      commit(terms).then((spend) =>
        isHeld(spend) && spend.hold.lease === lease
          ? paySpend(this.#parts, workspaceId, spend, null, sinceLease)
          : spend,
      ),
    );
  }

  newTerms(): HoldTerms {
    const { executor, identifiers } = this.#parts;
    return {
      executor: executor.provider,
      mode: executor.mode(),
      lease: identifiers.random(),
      leaseMs: leaseMsOf(this.#parts),
      ...(executor.prepare !== undefined && { prepares: true }),
    };
  }

  /** Checks the headers of an authorization request, before its body is read. */
  checkAuthorization(headers: WebhookDelivery["headers"]): void {
    authorizationsOf(this.#parts.executor).checkDelivery(headers);
  }

  authorize(delivery: WebhookDelivery): Promise<AuthorizationAnswer> {
    return decideAuthorization(this.#parts, delivery);
  }

  recover(): Promise<SpendRecovery> {
    return this.#underWay.follow(recoverSpends(this.#parts, this.#closing.signal));
  }

  /** Waits until outcomes in flight are recorded. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#underWay.ended();
  }
}
