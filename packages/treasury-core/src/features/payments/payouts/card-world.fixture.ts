import type { Proposal } from "@agent-treasury/contract";
import {
  type AuthorizedPayment,
  type Clock,
  Micros,
  type PaymentAuthorizations,
  type PaymentExecutor,
  type SpendFinding,
  type SpendNotice,
  type Storage,
  systemClock,
  TreasuryError,
} from "@agent-treasury/provider";
import { createTreasury, type Treasury } from "../../../index.ts";
import { type TestClock, testClock } from "../../../kernel/ledger/test-ledger.fixture.ts";
import { memoryStorage } from "../../../memory.ts";

export const workspaceId = "acme";

type WithoutPlace<Notice> = Notice extends SpendNotice
  ? Omit<Notice, "workspaceId" | "proposalId">
  : never;

export interface CardWorld {
  readonly treasury: Treasury;
  readonly clock: TestClock;
  /** Reported failures. */
  readonly failures: unknown[];
  /** What the executor finds. */
  readonly finding: { current: SpendFinding };
  /** Calls of `pay`. */
  readonly paid: string[];
  /** Approves a spend of $30 from the allocation `ads`, which is held for the card `card_1`. */
  buy(): Promise<Proposal>;
  notice(spend: Proposal, notice: WithoutPlace<SpendNotice>): Promise<Proposal>;
  capture(spend: Proposal, id: string, usd: number, isOpen?: boolean): Promise<Proposal>;
  refund(spend: Proposal, id: string, usd: number): Promise<Proposal>;
  /** Asks for an authorization, and returns the response. */
  ask(payment: AuthorizedPayment | null | "forged"): Promise<Response>;
  /** Amounts of the workspace, whose records must be valid, and of the allocation. */
  money(): Promise<Money>;
}

export interface Money {
  readonly balance: number;
  readonly held: number;
  readonly available: number;
  readonly expense: number;
  readonly spentToday: number;
  /** In the allocation's window. What is held is also used. */
  readonly allocated: readonly [used: number | null, held: number | null];
}

export function usd(amount: number): Micros {
  return Micros.fromCents(Math.round(amount * 100));
}

export interface CardWorldOptions {
  readonly clock?: TestClock;
  readonly storage?: Storage;
  readonly sleep?: Clock["sleep"];
}

/** A treasury of $1,000 whose spends are paid by cards. */
export function cardWorld(options: CardWorldOptions = {}): CardWorld {
  const { sleep = systemClock.sleep } = options;
  const clock = { ...(options.clock ?? testClock()), sleep };
  const finding: CardWorld["finding"] = { current: { kind: "in_progress", reference: "card_1" } };
  const paid: string[] = [];
  const failures: unknown[] = [];
  const { executor, answers } = cardExecutor(finding, paid);
  const treasury = createTreasury({
    autoApprovePayees: "any",
    clock,
    baseUrl: "http://localhost:3000",
    storage: options.storage ?? memoryStorage({ now: clock.now }),
    budget: { startingCapitalUsd: 1_000, maxSpendPerActionUsd: 200, dailySpendCapUsd: 500 },
    authenticate: () => null,
    recoverySeconds: false,
    executors: { executor, timeoutSeconds: 5 },
    onFailure: ({ error }) => failures.push(error),
  });
  let purchases = 0;
  const notice: CardWorld["notice"] = ({ id: proposalId }, change) =>
    treasury.recordSpendNotice({ ...change, workspaceId, proposalId });
  return {
    treasury,
    clock,
    failures,
    finding,
    paid,
    buy: async () => {
      await treasury.allocations.set({
        workspaceId,
        id: "ads",
        limitUsd: 100,
        per: "month",
        operator: "Ada",
      });
      purchases += 1;
      const spend = { amountUsd: 30, vendor: "Acme", agentId: "buyer", allocationId: "ads" };
      const purpose = `lamp ${purchases}`;
      const { proposal } = await treasury.propose({ workspaceId, ...spend, purpose });
      const { id: proposalId } = proposal;
      return treasury.decide({ workspaceId, proposalId, decision: "approve", operator: "Ada" });
    },
    notice,
    capture: (spend, id, amount, isOpen = false) =>
      notice(spend, {
        kind: "captured",
        captures: [{ id, amount: usd(amount) }],
        reference: "card_1",
        isOpen,
      }),
    refund: (spend, id, amount) =>
      notice(spend, { kind: "refunded", refunds: [{ id, amount: usd(amount) }] }),
    ask: (payment) => {
      const signature = payment === "forged" ? "forged" : crypto.randomUUID();
      if (payment !== "forged") answers.set(signature, payment);
      const url = "http://localhost:3000/api/service/treasury/card-authorizations";
      const headers = { "card-signature": signature, host: "elsewhere.example" };
      return treasury.handler(new Request(url, { method: "POST", headers, body: "{}" }));
    },
    money: async () => {
      const state = await treasury.state(workspaceId);
      const { allocations } = await treasury.allocations.list({ workspaceId });
      const { usedUsd = 0, heldUsd = 0 } = allocations[0] ?? {};
      expectValid(await treasury.verify(workspaceId));
      return {
        balance: state.balanceUsd,
        held: state.heldUsd,
        available: state.availableUsd,
        expense: state.expenseUsd,
        spentToday: state.spentTodayUsd,
        allocated: [usedUsd, heldUsd],
      };
    },
  };
}

function expectValid({ valid, problem }: { valid: boolean; problem: string | null }): void {
  if (!valid) throw new Error(problem ?? "The ledger is invalid.");
}

function cardExecutor(finding: CardWorld["finding"], paid: string[]) {
  const answers = new Map<string, AuthorizedPayment | null>();
  const signatureOf = (headers: Readonly<Record<string, string>>): string => {
    const signature = headers["card-signature"] ?? "";
    if (!answers.has(signature)) throw signatureInvalid();
    return signature;
  };
  const authorizations: PaymentAuthorizations = {
    checkDelivery: (headers) => void signatureOf(headers),
    read: async ({ headers }) => ({
      payment: answers.get(signatureOf(headers)) ?? null,
      responseHeaders: { "card-version": "7", "content-type": "application/json" },
    }),
  };
  const executor: PaymentExecutor = {
    specificationVersion: "1",
    provider: "cards",
    keyLifetimeMs: 86_400_000,
    mode: () => "sandbox",
    pay: async ({ proposalId }) => {
      paid.push(proposalId);
      return { kind: "in_progress", reference: "card_1" };
    },
    find: async () => finding.current,
    authorizations,
  };
  return { executor, answers };
}

function signatureInvalid(): TreasuryError {
  return new TreasuryError("webhook_signature_invalid", "The request is not signed.");
}
