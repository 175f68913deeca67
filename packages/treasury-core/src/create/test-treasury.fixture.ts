import type { TreasuryState, Verification } from "@agent-treasury/contract";
import {
  isTreasuryError,
  Micros,
  randomIdentifiers,
  type PaymentProcessor,
  type Storage,
} from "@agent-treasury/provider";
import { knownRails, localClock, type RuleSet } from "@agent-treasury/rules";
import { screeningRules } from "@agent-treasury/screening";
import { noMarker } from "../features/freezes/freeze-marker.ts";
import type { PayingEngine } from "../features/payments/index.ts";
import { ExternalSpends } from "../features/payments/payouts/external-spends.ts";
import type { ConnectedExecutor } from "../features/payments/payouts/spending-deps.ts";
import { RuleSets } from "../features/rules/rule-sets.ts";
import type { Opinion } from "../features/screening/tighten-screening.ts";
import { verifyTreasury } from "../features/verification/verify-treasury.ts";
import { resetWorkspace } from "../features/workspace/reset.ts";
import { setBudget } from "../features/workspace/set-budget.ts";
import { paymentIdentityOf } from "../kernel/engine.ts";
import type { SpendGuard } from "../kernel/judgement/spend-guard.ts";
import type { SpendingLimits } from "../kernel/ledger/account.ts";
import { builtInAgentId } from "../kernel/ledger/agent-ids.ts";
import { calendarOf } from "../kernel/ledger/business-day.ts";
import { type Command, changesOn } from "../kernel/ledger/command.ts";
import type { CommitListener } from "../kernel/ledger/commit/committed-change.ts";
import { Committer } from "../kernel/ledger/commit/committer.ts";
import { StorageClock } from "../kernel/ledger/commit/storage-clock.ts";
import type { EventRecorder } from "../kernel/ledger/event-recorder.ts";
import type { Operator } from "../kernel/ledger/operator.ts";
import { type PaymentIdentity, checkSamePayment } from "../kernel/ledger/payment-identity.ts";
import { type Posting, post } from "../kernel/ledger/posting.ts";
import {
  type TestClock,
  command,
  dollars,
  testClock,
} from "../kernel/ledger/test-ledger.fixture.ts";
import { treasuryMaintenance, treasuryOpening } from "../kernel/maintenance.ts";
import type { SpendProposal } from "../kernel/proposals/proposal.ts";
import { decideProposal } from "../kernel/spends/decide-proposal.ts";
import { proposeSpend } from "../kernel/spends/propose-spend.ts";
import type { SpendRequest } from "../kernel/spends/spend-request.ts";
import { readTreasury } from "../kernel/views/read-treasury.ts";
import { shownRecords } from "../kernel/views/shown-records.ts";
import { memoryStorage } from "../memory.ts";
import { composeTreasury } from "./compose-features.ts";
import type { TreasuryTerms } from "./features.ts";
import { loadLater } from "./load-ahead.ts";

export const ada: Operator = { name: "Ada", verified: true, id: "Ada", groups: [] };
export const guest: Operator = { name: "somebody", verified: false, id: null, groups: [] };
export const sandbox: PaymentIdentity = { provider: "sandbox", mode: "sandbox" };

/** The limits of the service API. */
export const defaultLimits: SpendingLimits = {
  maxSpendPerAction: dollars(50),
  autoApproveUnder: dollars(10),
  dailySpendCap: dollars(100),
  minReserve: dollars(20),
};

export interface TestTreasuryOptions {
  readonly storage?: Storage;
  readonly clock?: TestClock;
  readonly limits?: Partial<SpendingLimits>;
  readonly policy?: Partial<TreasuryTerms>;
  /** After those of a treasury. */
  readonly guards?: readonly SpendGuard[];
  readonly rules?: RuleSet;
  readonly timeZone?: string;
  readonly startingCapital?: Micros;
  readonly payment?: PaymentIdentity | null;
  readonly committed?: CommitListener;
  readonly recorder?: EventRecorder;
  readonly executors?: readonly ConnectedExecutor[];
}

/** What features find out before a proposal. */
export interface ProposalSignals {
  readonly opinion?: Opinion;
}

/** A process's treasury for the workspace `acme`. */
export interface TestTreasury {
  readonly engine: PayingEngine;
  readonly clock: TestClock;
  run<Answer>(command: Command<Answer>): Promise<Answer>;
  propose(request?: Partial<SpendRequest> & ProposalSignals): Promise<SpendProposal>;
  approve(proposalId: string, operator?: Operator): Promise<SpendProposal>;
  deny(proposalId: string, operator?: Operator): Promise<SpendProposal>;
  credit(amount: Micros, posting?: Partial<Posting>): Promise<void>;
  reset(operator?: Operator): Promise<null>;
  setLimits(overrides: Partial<SpendingLimits>): Promise<null>;
  state(): Promise<TreasuryState>;
  verify(): Promise<Verification>;
}

/** Creates a treasury in memory, or another process on a shared storage. */
export function testTreasury(options: TestTreasuryOptions = {}): TestTreasury {
  const engine = testEngine(options);
  const { policy, identifiers } = engine;
  const payment = paymentIdentityOf(engine);
  const run = <Answer>(each: Command<Answer>): Promise<Answer> =>
    engine.committer.run("acme", each);
  const decide =
    (decision: "approve" | "deny") =>
    (proposalId: string, operator: Operator = ada) => {
      const salt = identifiers.random();
      const input = { proposalId, decision, operator, comment: null, payment, salt };
      return run(decideProposal(input, policy));
    };
  return {
    engine,
    clock: engine.clock as TestClock,
    run,
    propose: (request = {}) =>
      run(proposeSpend({ ...anySpend(identifiers.random()), payment, ...request }, policy)),
    approve: decide("approve"),
    deny: decide("deny"),
    credit: (amount, posting = {}) => run(creditCommand(amount, posting, payment)),
    reset: (operator = ada) => run(resetWorkspace(operator, policy)),
    setLimits: (overrides) =>
      run(setBudget({ overrides, operator: ada, auditId: identifiers.random() })),
    state: () => readTreasury(engine, "acme"),
    verify: () => verifyTreasury(engine, "acme"),
  };
}

function testEngine(options: TestTreasuryOptions): PayingEngine {
  const clock = options.clock ?? testClock();
  const storage = options.storage ?? memoryStorage({ now: clock.now });
  const calendar = calendarOf(options.timeZone ?? "UTC");
  const startingCapital = options.startingCapital ?? Micros.zero;
  const { payment = sandbox } = options;
  const terms: TreasuryTerms = {
    limits: { ...defaultLimits, ...options.limits },
    autoApproveDaily: null,
    proposalLifetimeMs: null,
    gate: screeningRules(),
    ruleSets: new RuleSets(options.rules ?? { rules: [] }),
    clock: localClock(options.timeZone ?? "UTC"),
    marker: noMarker,
    // Other tests than those of the check propose to payees that no person named.
    autoApprovePayees: "any",
    ...options.policy,
  };
  const publishing = {
    rails: knownRails,
    hasSignIn: true,
    hasPasskeys: true,
    passkeyHolders: () => 0,
  };
  const composition = composeTreasury(terms, { publishing });
  const { guards = [] } = options;
  const { policy: standard } = composition;
  const policy = { ...standard, guards: [...standard.guards, ...guards] };
  const committer = new Committer({
    storage,
    clock,
    storageClock: new StorageClock(clock),
    identifiers: randomIdentifiers,
    opening: treasuryOpening(calendar, startingCapital),
    maintenance: treasuryMaintenance(calendar),
    slices: policy.slices,
    ...(options.recorder && { recorder: options.recorder }),
    ...(options.committed && { committed: options.committed }),
  });
  const identifiers = randomIdentifiers;
  const parts = { storage, committer, policy, clock, identifiers, report: thrown };
  const { executors = [] } = options;
  return {
    storage,
    committer,
    ...composition,
    policy,
    calendar,
    clock,
    identifiers,
    payments: payment && processor(payment),
    spendEvents: null,
    shown: shownRecords(),
    external:
      executors.length === 0 ? null : new ExternalSpends({ ...parts, executors }, loadLater),
    report: thrown,
    startingCapital,
  };
}

function thrown(error: unknown): never {
  throw error;
}

function unused(): never {
  throw new Error("No checkout is expected here.");
}

function processor({ provider, mode }: PaymentIdentity): PaymentProcessor {
  return {
    specificationVersion: "1",
    provider,
    mode: () => mode,
    createCheckout: unused,
    readCheckout: unused,
  };
}

function anySpend(id: string): Omit<SpendRequest, "payment"> {
  const salt = "5a".repeat(16);
  const spend = { amount: dollars(12), vendor: "Acme", purpose: "servers", category: null };
  return { id, agentId: builtInAgentId, ...spend, salt };
}

/** Credits a deposit and sets the account's payment identity. */
function creditCommand(
  amount: Micros,
  posting: Partial<Posting>,
  payment: PaymentIdentity | null,
): Command<void> {
  return command((ledger, now) => {
    const funded = ledger.head.account.payment;
    checkSamePayment(funded, payment);
    const head = {
      ...ledger.head,
      account: { ...ledger.head.account, payment: funded ?? payment },
    };
    const salt = "5a".repeat(16);
    const credit = { type: "deposit", amount, description: "Deposit", salt, ...posting } as const;
    const posted = post(ledger.workspaceId, head, credit, now);
    if (isTreasuryError(posted)) throw posted;
    const changes = changesOn(ledger, { head: posted.head, entries: [posted.entry] });
    return { kind: "changed", answer: undefined, changes };
  });
}

/** Returns the answer, or the code of the refusal. */
export async function outcomeOf<Answer>(answer: Promise<Answer>): Promise<Answer | string> {
  try {
    return await answer;
  } catch (error) {
    if (isTreasuryError(error)) return error.code;
    throw error;
  }
}
