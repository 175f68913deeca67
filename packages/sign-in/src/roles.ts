import { type RouteName, routes } from "@agent-treasury/contract";
import type { AccessAction } from "@agent-treasury/treasury-core";

/**
 * What a person may do in a workspace. Each role includes the previous one:
 *
 * - `viewer` reads.
 * - `member` proposes spends, runs turns, deposits, and tries rules.
 * - `approver` decides, freezes and unfreezes, and turns notifications of devices on and off.
 * - `admin` does everything else, such as publishing rules, issuing credentials, and routes of plugins.
 */
export type Role = "viewer" | "member" | "approver" | "admin";

const ranks: readonly Role[] = ["viewer", "member", "approver", "admin"];

const memberActions: ReadonlySet<string> = new Set<RouteName>([
  "createProposal",
  "openTab",
  "closeTab",
  "renewTab",
  "fetchPaid",
  "openRefundCase",
  "askSellerAgain",
  "startDeposit",
  "confirmDeposit",
  "runTurn",
  "resumeTurn",
  "validateRules",
  "writeRules",
  "replayRules",
]);

const approverActions: ReadonlySet<string> = new Set<AccessAction>([
  "decideProposal",
  "withdrawApproval",
  "decideAction",
  "createStandingApproval",
  "revokeStandingApproval",
  "addPayee",
  "forgetPayee",
  "freeze",
  "unfreeze",
  "cancelReservation",
  "confirmSettlement",
  "recordRefund",
  "updateRefundCase",
  "beginPasskey",
  "registerPasskey",
  "challengePasskey",
  "plugin:push:listSubscriptions",
  "plugin:push:subscribe",
  "plugin:push:unsubscribe",
]);

/**
 * Returns the lowest role that may do an action of `authorize`, for an `authorize` of your own. A
 * route that is added later and changes data requires an administrator until it is listed.
 *
 * @example
 * ```ts
 * requiredRole("decideProposal"); // "approver"
 * ```
 */
export function requiredRole(action: string): Role {
  if (approverActions.has(action)) return "approver";
  if (memberActions.has(action)) return "member";
  const isRead = Object.hasOwn(routes, action) && routes[action as RouteName].method === "GET";
  return isRead ? "viewer" : "admin";
}

export function mayDo(role: Role, action: string): boolean {
  return ranks.indexOf(role) >= ranks.indexOf(requiredRole(action));
}

/** Returns the highest of the roles; null without one. */
export function highestRole(roles: readonly Role[]): Role | null {
  return ranks.findLast((role) => roles.includes(role)) ?? null;
}

export function isRole(value: unknown): value is Role {
  return ranks.includes(value as Role);
}
