import type { RouteName } from "@agent-treasury/contract/wire";

/** The POSTs that the service does once for a key, and answers again when they are repeated. */
const keyedRoutes: readonly RouteName[] = [
  "startDeposit",
  "decideProposal",
  "resetTreasury",
  "provisionMachine",
];

/** Whether a call may be sent twice, since the service does it once for its key. */
export function isKeyed(name: RouteName): boolean {
  return keyedRoutes.includes(name);
}

/** 128 random bits. `crypto.randomUUID` would be missing in a page that came over plain HTTP. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
