import { retryLater } from "../kernel/errors.ts";
import type { AccessAction } from "./access-action.ts";
import { askAccessRule } from "./ask-access-rule.ts";
import type { Principal, TurnCaller } from "./principal.ts";
import { type RequestInput, type ServiceRequest, withRequest } from "./service-request.ts";
import { personIdOf, type SignedInOperator } from "./signed-in-operator.ts";
import { workspaceIn } from "./workspace-id.ts";

const longestWaitSeconds = 86_400;

export interface RateLimitInput extends RequestInput, Principal {
  readonly action: AccessAction;
  readonly workspaceId: string | null;
}

/**
 * Returns the seconds to wait, or null to allow the request. Called after authentication and before
 * any work. A throw, and no answer within 10 seconds, rejects the request with 503.
 */
export type RateLimit = (input: RateLimitInput) => RateLimitAnswer | Promise<RateLimitAnswer>;

export type RateLimitAnswer = number | null | undefined;

/** @throws TreasuryError `rate_limited`, `access_check_failed`. */
export async function checkRate(
  rateLimit: RateLimit | undefined,
  asked: ServiceRequest,
  caller: Principal,
  action: AccessAction,
  input: object,
): Promise<void> {
  if (rateLimit === undefined) return;
  const workspaceId = workspaceIn(input);
  const wait = await askAccessRule("rateLimit", async () =>
    checkedWait(await rateLimit(withRequest({ ...caller, action, workspaceId }, asked))),
  );
  if (wait === null) return;
  const seconds = Math.min(Math.max(Math.ceil(wait) || 1, 1), longestWaitSeconds);
  throw retryLater("rate_limited", "Too many requests.", seconds);
}

/** The app's code may return anything. */
function checkedWait(wait: unknown): number | null {
  if (wait === null || wait === undefined) return null;
  if (typeof wait === "number") return wait;
  throw new TypeError("`rateLimit` must return the seconds to wait, or null to allow the request.");
}

const groupsOfNetwork = 4;

/** The turns of one caller are counted together. */
export function callerOf(operator: SignedInOperator | null, native: unknown): TurnCaller {
  if (operator !== null) return { id: `operator ${personIdOf(operator)}`, isAnonymous: false };
  return { id: `address ${networkOf(addressOf(native))}`, isAnonymous: true };
}

/**
 * Uses Express's `ip`, which follows `trust proxy`, or the connection. Clients can forge headers.
 */
function addressOf(native: unknown): string {
  const { ip, socket } = (native ?? {}) as {
    readonly ip?: unknown;
    readonly socket?: { readonly remoteAddress?: unknown } | null;
  };
  if (typeof ip === "string") return ip;
  return typeof socket?.remoteAddress === "string" ? socket.remoteAddress : "unknown";
}

/** One IPv6 client usually has a /64 network. */
function networkOf(address: string): string {
  if (!address.includes(":") || address.includes(".")) return address;
  const [head = "", tail] = address.split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => "0");
  return [...before, ...zeros, ...after].slice(0, groupsOfNetwork).join(":");
}
