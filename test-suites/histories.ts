/**
 * The parts of the histories suite: generation, execution and explanation. For suites that run
 * histories on something else than a storage with faults. They may change in any release.
 *
 * @module
 */
export * from "./histories/all-entries.ts";
export * from "./histories/caps-flaw.ts";
export * from "./histories/expect-met.ts";
export * from "./histories/history-clock.ts";
export * from "./histories/history.ts";
export * from "./histories/perform-step.ts";
export * from "./histories/processes.ts";
export * from "./histories/random.ts";
export * from "./histories/run-history.ts";
export * from "./histories/seed-of-run.ts";
export * from "./histories/shorten-history.ts";
export type * from "./histories/stage.ts";
export * from "./histories/format-history.ts";
export * from "./histories/write-history.ts";
