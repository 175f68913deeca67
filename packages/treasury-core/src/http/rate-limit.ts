import { TreasuryError } from "@agent-treasury/provider";
import type { TurnCaller } from "../agent/turn-settings.ts";
import type { OutsideAgent } from "../mcp/outside-agent.ts";
import type { AccessAction } from "./access-action.ts";
import { type RequestInput, type ServiceRequest, withRequest } from "./service-request.ts";
import type { SignedInOperator } from "./signed-in-operator.ts";

const longestWaitSeconds = 86_400;

/** What a limit is decided by. */
export interface RateLimitInput extends RequestInput {
  /** Null for a guest, and for an agent. */
  readonly operator: SignedInOperator | null;
  readonly action: AccessAction;
  /** The external agent of a request to `/mcp`. */
  readonly agent?: OutsideAgent;
  /** Null where an operation belongs to no workspace. */
  readonly workspaceId: string | null;
}

/**
 * Says how many seconds the caller has to wait before the same request may be sent again; null lets it
 * through. Asked after sign-in and before any work. A throw refuses the request with 500 and is
 * reported: a limiter that rejects where it limits never lets anybody past by mistake.
 */
export type RateLimit = (input: RateLimitInput) => RateLimitAnswer | Promise<RateLimitAnswer>;

/** Seconds to wait, or null for none. */
export type RateLimitAnswer = number | null | undefined;

/** Lets a request through, or throws `rate_limited`. */
export async function checkRate(
  rateLimit: RateLimit | undefined,
  asked: ServiceRequest,
  caller: Pick<RateLimitInput, "operator" | "agent">,
  action: AccessAction,
  input: object,
): Promise<void> {
  if (rateLimit === undefined) return;
  const workspaceId =
    "workspaceId" in input && typeof input.workspaceId === "string" ? input.workspaceId : null;
  const wait = await rateLimit(withRequest({ ...caller, action, workspaceId }, asked));
  if (wait === null || wait === undefined) return;
  if (typeof wait !== "number") {
    throw new TypeError("`rateLimit` must give seconds to wait, or null for none.");
  }
  const seconds = Math.min(Math.max(Math.ceil(wait) || 1, 1), longestWaitSeconds);
  throw new TreasuryError("rate_limited", "This was asked too often.", {
    headers: { "retry-after": String(seconds) },
  });
}

const groupsOfNetwork = 4;

/** The caller whose turns are counted together: the operator who signed in, otherwise the client's address. */
export function callerOf(operator: SignedInOperator | null, native: unknown): TurnCaller {
  if (operator !== null) return { id: `operator ${operator.name}`, isAnonymous: false };
  return { id: `address ${networkOf(addressOf(native))}`, isAnonymous: true };
}

/**
 * The address by the framework's own request: Express's `ip`, which follows `trust proxy`, otherwise the
 * connection's. A header alone is not used, because any client can send it.
 */
function addressOf(native: unknown): string {
  const { ip, socket } = (native ?? {}) as {
    readonly ip?: unknown;
    readonly socket?: { readonly remoteAddress?: unknown } | null;
  };
  if (typeof ip === "string") return ip;
  return typeof socket?.remoteAddress === "string" ? socket.remoteAddress : "unknown";
}

/** One IPv6 client has a whole network of 64 bits. */
function networkOf(address: string): string {
  if (!address.includes(":") || address.includes(".")) return address;
  const [head = "", tail] = address.split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => "0");
  return [...before, ...zeros, ...after].slice(0, groupsOfNetwork).join(":");
}
