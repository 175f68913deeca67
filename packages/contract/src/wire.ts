/** The wire without its schemas: for clients, which need neither zod nor its weight. */
export * from "./defaults.ts";
export * from "./operations.ts";
export * from "./routes.ts";
export type * from "./errors.ts";
export type * from "./wire/agent.ts";
export type * from "./wire/decision.ts";
export type * from "./wire/deposit.ts";
export type * from "./wire/error-body.ts";
export type * from "./wire/machine.ts";
export type * from "./wire/open-api.ts";
export type * from "./wire/treasury.ts";
