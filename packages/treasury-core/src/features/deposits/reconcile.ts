import {
  TreasuryError,
  isTreasuryError,
  Micros,
  type PaymentProcessor,
  type PaymentRecord,
} from "@agent-treasury/provider";
import type { Engine } from "../../kernel/engine.ts";
import { invalidRequest } from "../../kernel/errors.ts";
import { timestamp } from "../../kernel/ledger/timestamp.ts";
import {
  type Known,
  type MoneyEvent,
  type MoneyOutcome,
  applyMoneyEvent,
  whatIsKnown,
} from "./apply-event.ts";
import { connectedPayments } from "./connected-payments.ts";

export interface ReconcileRequest {
  /** Start of the period (inclusive), by the creation of checkouts, refunds and disputes. */
  readonly from: Date;
  /** End of the period (exclusive). */
  readonly to: Date;
  /** All workspaces by default. */
  readonly workspaceId?: string | undefined;
  /** True to compare without applying changes. */
  readonly dryRun?: boolean | undefined;
}

/** A missing or different movement. */
export interface ReconcileFinding {
  readonly workspaceId: string;
  readonly kind: MoneyEvent["kind"];
  /** The processor's id of the checkout or reversal. */
  readonly id: string;
  readonly paymentReference: string;
  readonly amountUsd: number;
  /** ISO 8601 in UTC, by the processor's clock. */
  readonly at: string;
  /**
   * `missing` in a dry run; `failed` if it could not be applied; `amount_differs` needs review.
   */
  readonly outcome: MoneyOutcome | "missing" | "failed" | "amount_differs";
  readonly problem: string | null;
}

export interface ReconcileSum {
  readonly count: number;
  readonly amountUsd: number;
}

export interface Reconciliation {
  readonly provider: string;
  readonly mode: string;
  readonly from: string;
  readonly to: string;
  readonly dryRun: boolean;
  readonly collected: ReconcileSum;
  readonly reversed: ReconcileSum;
  /** The movements that the ledger already had. */
  readonly inLedger: ReconcileSum;
  /** The processor's fees. Ledger amounts are before fees. */
  readonly fees: ReconcileSum;
  /** Payments whose fee in USD is unknown. */
  readonly feesUnknown: number;
  /** Findings in the order of the processor's records. */
  readonly findings: readonly ReconcileFinding[];
}

/** Pages per run, with up to 100 records each. */
const maximumPages = 1_000;

interface Sum {
  count: number;
  amount: Micros;
}

interface Tally {
  readonly collected: Sum;
  readonly reversed: Sum;
  readonly inLedger: Sum;
  readonly fees: Sum;
  feesUnknown: number;
  readonly findings: ReconcileFinding[];
}

/**
 * Applies movements whose webhook deliveries were lost. They remain after a later error.
 *
 * @throws TreasuryError `invalid_request` for an invalid or too large period;
 * `payments_not_connected`, `payment_processor_error`.
 */
export async function reconcile(
  engine: Engine,
  { from, to, workspaceId, dryRun = false }: ReconcileRequest,
): Promise<Reconciliation> {
  const payments = connectedPayments(engine);
  const { records, provider } = payments;
  if (records === undefined) {
    throw new TreasuryError(
      "payments_not_connected",
      `${provider} provides no records to compare.`,
    );
  }
  if (!(from.getTime() < to.getTime())) throw invalidRequest("`from` must be before `to`.");
  const tally = emptyTally();
  const period = { from: from.getTime(), to: to.getTime() };
  let cursor: string | null = null;
  for (let pages = 0; pages === 0 || cursor !== null; pages += 1) {
    if (pages >= maximumPages)
      throw invalidRequest("The period has too many payments. Use a shorter one.");
    const page: Awaited<ReturnType<typeof records.list>> = await records.list({
      ...period,
      cursor,
    });
    const asked = page.items.filter(
      ({ event }) => workspaceId === undefined || event.workspaceId === workspaceId,
    );
    await comparePage(engine, payments, { tally, dryRun }, asked);
    ({ cursor } = page);
  }
  return {
    provider,
    mode: payments.mode(),
    from: from.toISOString(),
    to: to.toISOString(),
    dryRun,
    collected: toSum(tally.collected),
    reversed: toSum(tally.reversed),
    inLedger: toSum(tally.inLedger),
    fees: toSum(tally.fees),
    feesUnknown: tally.feesUnknown,
    findings: tally.findings,
  };
}

async function comparePage(
  engine: Engine,
  payments: PaymentProcessor,
  { tally, dryRun }: { readonly tally: Tally; readonly dryRun: boolean },
  records: readonly PaymentRecord[],
): Promise<void> {
  const known = await whatIsKnown(engine, payments.provider, records);
  for (const [index, record] of records.entries()) {
    const { event, fee } = record;
    count(tally[event.kind], event.amount);
    if (event.kind === "collected") {
      if (fee === null) tally.feesUnknown += 1;
      else count(tally.fees, fee);
    }
    const before: Known = known[index] ?? "unknown";
    if (before !== "unknown") count(tally.inLedger, signed(event));
    if (before === "known") continue;
    // Applied in order, because a payment precedes its reversals.
    tally.findings.push(await finding(engine, payments, record, before, dryRun));
  }
}

async function finding(
  engine: Engine,
  payments: PaymentProcessor,
  { event, at }: PaymentRecord,
  before: Exclude<Known, "known">,
  dryRun: boolean,
): Promise<ReconcileFinding> {
  const { workspaceId, kind, paymentReference } = event;
  const found = {
    workspaceId,
    kind,
    id: event.kind === "collected" ? event.checkoutId : event.reversalId,
    paymentReference,
    amountUsd: Micros.toUsd(signed(event)),
    at: timestamp(at),
    problem: null,
  };
  if (before === "amount_differs") return { ...found, outcome: before };
  if (dryRun) return { ...found, outcome: "missing" };
  try {
    return { ...found, outcome: await applyMoneyEvent(engine, payments, event) };
  } catch (error) {
    // Other workspaces must still be compared.
    if (!isTreasuryError(error) || error.status >= 500) throw error;
    return { ...found, outcome: "failed", problem: `${error.message} ${error.remedy}` };
  }
}

function signed(event: MoneyEvent): Micros {
  return event.kind === "collected" ? event.amount : Micros.negate(event.amount);
}

function emptyTally(): Tally {
  return {
    collected: emptySum(),
    reversed: emptySum(),
    inLedger: emptySum(),
    fees: emptySum(),
    feesUnknown: 0,
    findings: [],
  };
}

function emptySum(): Sum {
  return { count: 0, amount: Micros.zero };
}

function count(sum: Sum, amount: Micros): void {
  sum.count += 1;
  sum.amount = Micros.add(sum.amount, amount);
}

function toSum({ count: movements, amount }: Sum): ReconcileSum {
  return { count: movements, amountUsd: Micros.toUsd(amount) };
}
