/** The routes and shapes as types, and the defaults, without zod: for clients. */
export * from "./defaults.ts";
export type * from "./errors.ts";
export type * from "./routes.ts";
export type * from "./shapes.ts";
