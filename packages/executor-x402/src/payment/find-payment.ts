import { type SpendFinding, type SpendOrder, Micros } from "@agent-treasury/provider";
import type { PreparedAuthorization } from "../authorization/authorization.ts";
import { type AuthorizationView, viewAuthorization } from "../chain/authorization-view.ts";
import type { AuthorizedPayment } from "../chain/authorized-payment.ts";
import { isNeverPaid } from "../chain/never-paid.ts";
import type { RpcEndpoint } from "../chain/rpc-endpoint.ts";
import type { QuoteTerms } from "../quote/quote-terms.ts";

/** Less is not enough for a seller's settlement. */
const repeatableSeconds = 30;
/** Clocks of the storage and of the chain may differ. */
const clockSlackSeconds = 3_600;

export interface ChainAccess {
  readonly endpoints: readonly RpcEndpoint[];
  /** Blocks that a payment needs until it counts. */
  readonly depth: number;
  readonly now: () => number;
}

/**
 * The identity of the movement, which a reorganization does not change. A payment of the scheme
 * `upto` may be settled again with another amount, so that its identity contains the amount.
 */
export function movementId({
  network,
  token,
  from,
  nonce,
  permit2,
  value,
}: Pick<AuthorizedPayment, "network" | "token" | "from" | "nonce" | "permit2" | "value">): string {
  const kind = permit2 === null ? "eip3009" : "permit2";
  const amount = permit2 === "upto" ? `:${value}` : "";
  const chain = network.slice("eip155:".length);
  return `${kind}:${chain}:${token}:${from}:${nonce}${amount}`.toLowerCase();
}

export function authorizedPayment(
  { network, token, scheme, permit2 }: QuoteTerms,
  { from, to, value, nonce, validBefore }: PreparedAuthorization,
  { heldAt }: SpendOrder,
): AuthorizedPayment {
  return {
    network,
    token,
    from,
    to,
    value: BigInt(value),
    permit2: permit2 === null ? null : scheme,
    nonce,
    sinceSeconds: Math.floor(heldAt / 1_000) - clockSlackSeconds,
    validBefore: Number(validBefore),
  };
}

/**
 * Returns the outcome of an authorization by the chain alone. Endpoints that answer must agree.
 *
 * @throws TreasuryError `spend_executor_error` if no endpoint answers.
 */
export async function findPayment(
  payment: AuthorizedPayment,
  { endpoints, depth, now }: ChainAccess,
): Promise<SpendFinding> {
  const asked = await Promise.allSettled(
    endpoints.map(async (endpoint) => ({
      endpoint,
      view: await viewAuthorization(payment, endpoint),
    })),
  );
  const answers = asked.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
  const [first, ...others] = answers.map(({ view }) => view);
  if (first === undefined) throw (asked[0] as PromiseRejectedResult).reason;
  if (first.kind === "other") return unknown(first.reason);
  if (others.some((view) => !isSame(view, first))) return unknown("the RPC endpoints disagree");
  if (first.kind === "diverted") return unknown("it was used for another transfer");
  if (first.kind === "paid") {
    const depths = answers.map(({ view }) => (view.kind === "paid" ? view.depth : 0));
    const reference = movementId({ ...payment, value: first.value });
    if (Math.min(...depths) < depth) return { kind: "in_progress", reference };
    const captures = [{ id: reference, amount: Micros.of(first.value) }];
    return { kind: "executed", captures, reference };
  }
  const isUnused = first.kind === "unused";
  if (isUnused && payment.validBefore - now() / 1_000 >= repeatableSeconds) {
    return { kind: "repeatable" };
  }
  const agreeing = answers.map(({ endpoint }) => endpoint);
  if (!(await isNeverPaid(payment, isUnused, agreeing, now()))) {
    return {
      kind: "in_progress",
      reference: payment.permit2 === "upto" ? null : movementId(payment),
    };
  }
  const reason = isUnused
    ? "The seller did not collect the payment, and the authorization expired."
    : "The authorization was canceled.";
  return { kind: "declined", reason };
}

function isSame(one: AuthorizationView, other: AuthorizationView): boolean {
  if (one.kind === "canceled" && other.kind === "canceled") {
    return one.blockHash === other.blockHash;
  }
  if (one.kind === "paid" && other.kind === "paid") return one.value === other.value;
  return one.kind === other.kind;
}

function unknown(why: string): SpendFinding {
  return { kind: "unknown", reason: `The authorization's outcome is uncertain: ${why}.` };
}
