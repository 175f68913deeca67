import {
  type AuthorizedPayment,
  type AuthorizationView,
  type RpcEndpoint,
  isFinalized,
  isNeverPaid,
  viewAuthorization,
} from "@agent-treasury/executor-x402/chain";
import type { MovementFinding } from "@agent-treasury/provider";
import type { Hex } from "viem";

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const dayMs = 86_400 * secondMs;
/** On most networks a block is finalized by then. */
const reviewAfterMs = 20 * minuteMs;

export interface ChainAccess {
  readonly endpoints: readonly RpcEndpoint[];
  /** Blocks that a payment needs until it counts. */
  readonly depth: number;
  readonly nowMs: number;
}

interface Answer {
  readonly endpoint: RpcEndpoint;
  readonly view: AuthorizationView;
}

/**
 * Returns the state of a payment by the chain alone. Endpoints that answer must agree.
 *
 * @throws TreasuryError if no endpoint answers.
 */
export async function findMovement(
  payment: AuthorizedPayment,
  { endpoints, depth, nowMs }: ChainAccess,
): Promise<MovementFinding> {
  const answers = await viewsOf(payment, endpoints);
  const agreeing = answers.map(({ endpoint }) => endpoint);
  const endMs = payment.validBefore * secondMs;
  const later: MovementFinding = {
    kind: "pending",
    afterMs: nowMs > endMs + dayMs ? dayMs : minuteMs,
  };
  const [first, ...others] = answers.map(({ view }) => view);
  if (first === undefined || others.some(({ kind }) => kind !== first.kind)) return later;
  switch (first.kind) {
    case "other":
      return later;
    case "paid": {
      const paid = answers.flatMap(({ view }) => (view.kind === "paid" ? [view] : []));
      if (paid.some((view) => view.depth < depth))
        return { kind: "pending", afterMs: 5 * secondMs };
      const isFinal = await Promise.all(
        paid.map(({ blockNumber }) => isFinalized(blockNumber, agreeing)),
      ).catch(() => [false]);
      return { kind: "counted", reviewAfterMs: isFinal.every(Boolean) ? null : reviewAfterMs };
    }
    case "unused":
      if (nowMs <= endMs) return { kind: "pending", afterMs: 15 * secondMs };
      if (!(await isNeverPaid(payment, true, agreeing, nowMs))) return later;
      return { kind: "gone", reason: "The authorization expired unused." };
    case "canceled":
    case "diverted": {
      if (!(await isNeverPaid(payment, false, agreeing, nowMs))) return later;
      const reason = first.kind === "canceled" ? "was canceled" : "was used for another transfer";
      return { kind: "gone", reason: `The authorization ${reason}.` };
    }
  }
}

/** Returns the transaction of a payment that all answering endpoints report, at any depth. */
export async function paidTransaction(
  payment: AuthorizedPayment,
  endpoints: readonly RpcEndpoint[],
): Promise<Hex | null> {
  const answers = await viewsOf(payment, endpoints).catch(() => []);
  const hashes = answers.map(({ view }) => (view.kind === "paid" ? view.transactionHash : null));
  return hashes.every((hash) => hash !== null) ? (hashes[0] ?? null) : null;
}

/** A facilitator could take another amount of `upto` than it was asked to. */
function asTaken({ value }: AuthorizedPayment, view: AuthorizationView): AuthorizationView {
  return view.kind === "paid" && view.value !== value ? { kind: "diverted" } : view;
}

async function viewsOf(
  payment: AuthorizedPayment,
  endpoints: readonly RpcEndpoint[],
): Promise<readonly Answer[]> {
  const asked = await Promise.allSettled(
    endpoints.map(async (endpoint) => ({
      endpoint,
      view: asTaken(payment, await viewAuthorization(payment, endpoint)),
    })),
  );
  const answers = asked.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  if (answers.length === 0) throw (asked[0] as PromiseRejectedResult).reason;
  return answers;
}
