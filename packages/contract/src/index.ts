export * from "./defaults.ts";
export * from "./errors.ts";
export * from "./operations.ts";
export { type OutsideText, readOutsideText } from "./outside-text.ts";
export { routeErrors } from "./route-errors.ts";
export * from "./route-summaries.ts";
export * from "./routes.ts";
export * from "./schemas/agent-outputs.ts";
export * from "./schemas/command-arguments.ts";
export * from "./schemas/inputs.ts";
export * from "./schemas/outputs.ts";
export * from "./schemas/revenue-arguments.ts";
export * from "./schemas/spend-arguments.ts";
export {
  ledgerEntrySchema,
  proposalSchema,
  treasuryStateSchema,
} from "./schemas/treasury-outputs.ts";
export type * from "./wire/agent.ts";
export type * from "./wire/decision.ts";
export type * from "./wire/deposit.ts";
export type * from "./wire/error-body.ts";
export type * from "./wire/machine.ts";
export type * from "./wire/open-api.ts";
export type * from "./wire/treasury.ts";
