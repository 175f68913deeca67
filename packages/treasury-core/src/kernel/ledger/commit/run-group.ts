import { isTreasuryError } from "@agent-treasury/provider";
import type { Command, Maintenance, Outcome } from "../command.ts";
import { DocsNotLoaded } from "../ledger-state.ts";
import type { WorkingState } from "./working-state.ts";

export interface QueuedCommand {
  readonly command: Command<unknown>;
  resolve(answer: unknown, durable: DurableGroup): void;
  reject(error: unknown): void;
}

export interface DurableGroup {
  readonly ledger: WorkingState;
  readonly at: number;
}

export type GroupOutcome =
  | Outcome<unknown>
  | { readonly kind: "refused" | "faulted" | "not_loaded"; readonly error: unknown };

/** An approximate limit. */
export const bytesInCall = 4_194_304;

/** Runs commands in order. Returns fewer outcomes when the size limit is reached. */
export function runGroup(
  group: readonly QueuedCommand[],
  ledger: WorkingState,
  now: number,
  maintenance: Maintenance,
): readonly GroupOutcome[] {
  const outcomes: GroupOutcome[] = [];
  for (const { command } of group) {
    if (ledger.bytes >= bytesInCall) break;
    const due = maintenance(ledger, now);
    if (due !== null) ledger.apply(due);
    const outcome = decide(command, ledger, now);
    if (outcome.kind === "changed") ledger.apply(outcome.changes, command.creates);
    outcomes.push(outcome);
  }
  return outcomes;
}

/** Whether a command without changes ran before its `creates` were looked up. */
export function isBlind(
  group: readonly QueuedCommand[],
  outcomes: readonly GroupOutcome[],
  ledger: WorkingState,
): boolean {
  return outcomes.some(
    ({ kind }, index) =>
      kind !== "changed" &&
      group[index]?.command.creates?.some((key) => !ledger.hasLookedFor(key)) === true,
  );
}

/** Isolates a fault to its caller. */
function decide(command: Command<unknown>, ledger: WorkingState, now: number): GroupOutcome {
  try {
    return command.reduce(ledger, now);
  } catch (error) {
    if (error instanceof DocsNotLoaded) return { kind: "not_loaded", error };
    return { kind: isTreasuryError(error) ? "refused" : "faulted", error };
  }
}

/** Call once the changes are durable. */
export function settleGroup(
  attempt: DurableGroup & {
    readonly group: readonly QueuedCommand[];
    readonly outcomes: readonly GroupOutcome[];
  },
): void {
  attempt.group.forEach((queued, index) => {
    const outcome = attempt.outcomes[index];
    if (outcome === undefined) queued.reject(new Error("The command was not run."));
    else if (outcome.kind === "changed" || outcome.kind === "unchanged")
      queued.resolve(outcome.answer, attempt);
    else queued.reject(outcome.error);
  });
}
