import type { ErrorCode } from "./errors.ts";
import type { PublicRouteName } from "./operations.ts";
import { type RouteName, routes } from "./routes.ts";

/** What any operation may answer with: nobody got as far as the operation itself. */
const always = [
  "invalid_request",
  "internal_error",
  "starting",
  "shutting_down",
] as const satisfies readonly ErrorCode[];

/** What may be answered before an operation that is not open to everybody. */
const guarded = [
  "origin_not_allowed",
  "unauthenticated",
  "forbidden",
  "host_not_allowed",
  "rate_limited",
  "access_not_chosen",
  "storage_error",
  "service_busy",
] as const satisfies readonly ErrorCode[];

/** What may be wrong with the body of a POST, whatever it asks for. */
const ofBodies = [
  "invalid_json",
  "body_too_large",
  "unsupported_content_type",
  "body_already_read",
] as const satisfies readonly ErrorCode[];

/** What an `Idempotency-Key` may lead to. */
const ofKeys = [
  "idempotency_key_in_use",
  "idempotency_key_reused",
] as const satisfies readonly ErrorCode[];

const ofTurns = [
  "turn_in_progress",
  "too_many_turns",
  "token_budget_exceeded",
  "model_not_connected",
  "model_failed",
  "turn_failed",
] as const satisfies readonly ErrorCode[];

const ofCheckouts = [
  "payments_not_connected",
  "payment_mode_changed",
  "total_out_of_range",
  "payment_processor_error",
] as const satisfies readonly ErrorCode[];

/** Operations that do a request once for a key, however often it is sent. */
export const keyedRoutes: readonly RouteName[] = [
  "provisionMachine",
  "actOnMachine",
  "startDeposit",
  "decideProposal",
  "resetTreasury",
  "runTurn",
];

/** What each operation may answer with beside what others may too. */
const own: Readonly<Record<RouteName, readonly ErrorCode[]>> = {
  listMachines: ["machine_host_error"],
  provisionMachine: ["machines_not_connected", "machine_limit_reached", "machine_host_error"],
  readMachine: ["machine_not_found", "machine_host_error"],
  actOnMachine: ["machines_not_connected", "machine_host_error"],
  destroyMachine: ["machines_not_connected", "machine_host_error"],
  readTreasury: [],
  listLedger: [],
  listProposals: [],
  verifyLedger: [],
  startDeposit: ofCheckouts,
  confirmDeposit: [...ofCheckouts, "deposit_belongs_elsewhere", "unsupported_currency"],
  receiveWebhook: [
    ...ofCheckouts,
    "invalid_json",
    "body_too_large",
    "body_already_read",
    "webhook_signature_invalid",
    "webhook_mode_mismatch",
    "webhook_not_connected",
    "webhook_body_parsed",
    "storage_error",
    "service_busy",
  ],
  decideProposal: [
    "already_decided",
    "proposal_expired",
    "payment_mode_changed",
    "too_many_held",
    "total_out_of_range",
    "proposal_not_found",
    "spend_executor_error",
    ...ofTurns,
  ],
  resetTreasury: ["funds_held"],
  runTurn: ofTurns,
  resumeTurn: ["turn_not_found", ...ofTurns],
  readTurnEvents: ["turn_not_found", "turn_failed"],
  readHealth: ["origin_not_allowed", "storage_unavailable"],
  readOpenApi: ["origin_not_allowed", "rate_limited"],
};

/** Operations that take no operator's credential; a delivery has one of its own, its signature. */
export const openRoutes: readonly RouteName[] = [
  "receiveWebhook",
  "readHealth",
  "readOpenApi",
] satisfies readonly ("receiveWebhook" | PublicRouteName)[];

/**
 * The codes that an operation may answer with. `errorCatalogue` has the status of each; a later version
 * may add codes.
 */
export function routeErrors(name: RouteName): readonly ErrorCode[] {
  const { method } = routes[name];
  const isOpen = openRoutes.includes(name);
  const codes = [
    ...always,
    ...(isOpen ? [] : guarded),
    ...(method === "POST" && !isOpen ? ofBodies : []),
    ...(keyedRoutes.includes(name) ? ofKeys : []),
    ...own[name],
  ];
  return [...new Set<ErrorCode>(codes)];
}
