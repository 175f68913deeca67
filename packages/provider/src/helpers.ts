/**
 * Checks and arithmetic shared by port implementations and the core.
 *
 * @module
 */
export { assertDistinctWorkspaces, commitFlaw } from "./helpers/commit-flaw.ts";
export type { NamesOf } from "@agent-treasury/contract/names";
export { checkOptions } from "./helpers/check-options.ts";
export { cutOutput } from "./helpers/cut-output.ts";
export { everyStep, throwFirst } from "./helpers/every-step.ts";
export { forwardedStorage } from "./helpers/forwarded-storage.ts";
export { shardOf, spreadName, spreadWorkspaceId } from "./helpers/spread-records.ts";
export { lazily } from "./helpers/lazily.ts";
export { type MachinePrice, type MachinePrices, computeCost } from "./helpers/machine-prices.ts";
export { allMovedError, occupiedError, overlapError } from "./helpers/move-errors.ts";
export {
  type MovedColumns,
  type MovedType,
  movedTableNames,
  movedTables,
  totalsOfTables,
} from "./helpers/moved-tables.ts";
export { retryAfter } from "./helpers/retry-after.ts";
export { type RunningChange, runningMs } from "./helpers/running-time.ts";
export { type RuntimeGlobals, assertSupportedRuntime } from "./helpers/supported-runtime.ts";
export { fromStored, toStored } from "./helpers/stored-json.ts";
export { DecisionFault, StorageCalls, decideOn } from "./helpers/storage-calls.ts";
export { assertAppendable } from "./helpers/turn-append-flaw.ts";
export { wholeClock } from "./helpers/whole-clock.ts";
export * from "./money/limits.ts";
export * from "./money/usd.ts";
export { earlierName } from "./names/earlier-name.ts";
export { groupName, looseName } from "./names/loose-name.ts";
export { normaliseName } from "./names/normalise-name.ts";
export { orderedIdentifier } from "./ports/identifiers.ts";
export { identifierInTurn } from "./ports/identifiers.ts";
