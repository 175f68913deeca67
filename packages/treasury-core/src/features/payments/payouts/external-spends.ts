import type { Micros, PaymentQuote, WebhookDelivery } from "@agent-treasury/provider";
import type { ExternalPayments } from "../../../kernel/judgement/external-payments.ts";
import { type HoldChoice, ledgerRail } from "../../../kernel/judgement/hold-terms.ts";
import {
  isPaymentFailure,
  paymentUnrecorded,
} from "../../../kernel/judgement/payment-unconfirmed.ts";
import { effectsOfRequest } from "../../../kernel/ledger/commit/request-effects.ts";
import { asOf, proposalFromDoc } from "../../../kernel/proposals/proposal-record.ts";
import {
  amountToPay,
  proposalKey,
  proposalKind,
  type SpendProposal,
} from "../../../kernel/proposals/proposal.ts";
import { quoteKey, quoteKind, quoteOf } from "../../../kernel/quotes/quote-doc.ts";
import { quoteRefusal } from "../../../kernel/quotes/quote-expired.ts";
import { UnderWay } from "../../../kernel/under-way.ts";
import type * as operations from "../payment-operations-module.ts";
import { authorizerOf } from "./authorizer.ts";
import { chooseExecutor, defaultExecutor, modeBesideOthers } from "./choose-executor.ts";
import type { AuthorizationAnswer } from "./decide-authorization.ts";
import { isHeld } from "./held-spend.ts";
import type { SpendRecovery } from "./recover-spends.ts";
import {
  type ConnectedExecutor,
  leaseMsOf,
  modeOf,
  type SpendingDeps,
  startStopwatch,
} from "./spending-deps.ts";

export type LoadPayments = () => Promise<typeof operations>;

export type ApprovingCommit = (choose: HoldChoice) => Promise<SpendProposal>;

/** One commit holds the amount, a payment executor pays, another commit settles. */
export class ExternalSpends implements ExternalPayments {
  readonly #parts: SpendingDeps;
  readonly #load: LoadPayments;
  readonly #underWay: UnderWay = new UnderWay();

  constructor(parts: SpendingDeps, load: LoadPayments) {
    this.#parts = parts;
    this.#load = load;
  }

  /** Whether an executor with its key moves live money. */
  get isLive(): boolean {
    return this.#parts.executors.some(({ executor }) => modeOf(executor) === "live");
  }

  /** Undefined unless this process has it. */
  executorNamed(provider: string): ConnectedExecutor | undefined {
    return this.#parts.executors.find(({ executor }) => executor.provider === provider);
  }

  /** What pays spends without a quote. */
  get defaultRail(): string {
    return defaultExecutor(this.#parts)?.executor.provider ?? ledgerRail;
  }

  /** Pays only if this call's lease was recorded, so that one of several callers pays. */
  carryOut(workspaceId: string, commit: ApprovingCommit): Promise<SpendProposal> {
    return this.#underWay.follow(this.#carryOut(workspaceId, commit));
  }

  async #carryOut(workspaceId: string, commit: ApprovingCommit): Promise<SpendProposal> {
    // Before the commit, so that no approved spend waits for it.
    const { paySpend, readPaymentDocs } = await this.#load();
    const sinceLease = startStopwatch(this.#parts);
    const lease = this.#parts.identifiers.random();
    const pay = async (spend: SpendProposal): Promise<SpendProposal> => {
      if (!isHeld(spend) || spend.hold.lease !== lease) return spend;
      const connected = chooseExecutor(this.#parts, spend.quote);
      if (connected === undefined) return spend;
      const effects = effectsOfRequest();
      if (effects !== undefined) {
        effects.payment = { proposalId: spend.id, graceMs: leaseMsOf(connected) };
      }
      const docs = await readPaymentDocs(this.#parts, workspaceId, spend);
      try {
        const deps = { ...this.#parts, ...connected };
        return await paySpend(deps, workspaceId, spend, docs, sinceLease);
      } catch (error) {
        // The executor's own failure is recorded with the hold.
        if (isPaymentFailure(error)) throw error;
        throw paymentUnrecorded(spend.id, error);
      }
    };
    return pay(await commit(this.#choiceUnder(lease)));
  }

  /** Returns why a spend cannot be paid now. Null if it can, or without a test for it. */
  async preflight(
    workspaceId: string,
    { id, amount, vendor }: Pick<SpendProposal, "id" | "amount" | "vendor">,
    quote: PaymentQuote | null,
  ): Promise<string | null> {
    const connected = chooseExecutor(this.#parts, quote);
    if (connected === undefined) return null;
    const order = { proposalId: id, workspaceId, amount, vendor, quote };
    const { preflightSpend } = await this.#load();
    return preflightSpend(connected.executor, this.#parts.clock, order);
  }

  /** As `preflight`, for a pending proposal. */
  async preflightDecision(
    workspaceId: string,
    proposalId: string,
    approvedAmount: Micros | null,
  ): Promise<string | null> {
    const { executors, storage } = this.#parts;
    if (executors.every(({ executor }) => executor.preflight === undefined)) return null;
    const keys = [proposalKey(proposalId), quoteKey(proposalId)];
    const [snapshot] = await storage.load([{ workspaceId, keys }]);
    const { found = [], storageNow = 0 } = snapshot ?? {};
    const doc = found.find(({ kind }) => kind === proposalKind);
    const proposal = doc && asOf(proposalFromDoc(doc), storageNow);
    // The decision itself rejects those.
    if (proposal?.status !== "pending" || quoteRefusal(proposal.quote, storageNow)) return null;
    if (proposal.payout !== null) return null;
    const quote = quoteOf(
      proposal,
      found.find(({ kind }) => kind === quoteKind),
    );
    const amount = approvedAmount ?? amountToPay(proposal);
    return this.preflight(workspaceId, { ...proposal, amount }, quote);
  }

  newChoice(): HoldChoice {
    return this.#choiceUnder(this.#parts.identifiers.random());
  }

  /** The rail that would pay, whether or not it is connected. */
  railOf(quote: PaymentQuote | null): string {
    return chooseExecutor(this.#parts, quote)?.executor.provider ?? ledgerRail;
  }

  /** Checks the headers of an authorization request, before its body is read. */
  checkAuthorization(headers: WebhookDelivery["headers"]): void {
    authorizerOf(this.#parts).authorizations.checkDelivery(headers);
  }

  async authorize(delivery: WebhookDelivery): Promise<AuthorizationAnswer> {
    const { decideAuthorization } = await this.#load();
    return decideAuthorization(this.#parts, delivery);
  }

  recover(): Promise<SpendRecovery> {
    return this.#underWay.follow(this.#recover());
  }

  /** Waits until outcomes in flight are recorded. */
  close(): Promise<void> {
    return this.#underWay.close();
  }

  async #recover(): Promise<SpendRecovery> {
    const { signal } = this.#underWay;
    const { recoverSpends, reviewPayments } = await this.#load();
    const recovery = await recoverSpends(this.#parts, signal);
    const failed = recovery.failed + (await reviewPayments(this.#parts, signal));
    return { ...recovery, failed };
  }

  #choiceUnder(lease: string): HoldChoice {
    return (quote) => {
      const connected = chooseExecutor(this.#parts, quote);
      if (connected === undefined) return undefined;
      const { executor } = connected;
      return {
        executor: executor.provider,
        mode: modeBesideOthers(this.#parts, executor),
        lease,
        leaseMs: leaseMsOf(connected),
        ...(executor.prepare !== undefined && { prepares: true }),
      };
    };
  }
}
