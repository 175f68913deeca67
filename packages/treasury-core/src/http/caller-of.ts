import type { TurnCaller } from "../agent/turn-settings.ts";
import type { SignedInOperator } from "./signed-in-operator.ts";

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
