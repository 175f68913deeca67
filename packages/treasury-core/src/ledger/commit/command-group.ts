import type { Key } from "../../ports/storage.ts";
import { keyText } from "../books.ts";
import type { Command, Outcome } from "../command.ts";
import type { Housekeeping } from "../housekeeping.ts";
import type { CachedBooks, WorkingBooks } from "./working-books.ts";

/** A command that waits for its group, and the caller who waits for its answer. */
export interface QueuedCommand {
  readonly command: Command<unknown>;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

/** What one command of a group came to, before anything is durable. */
export type GroupOutcome = Outcome<unknown> | { readonly kind: "faulted"; readonly error: unknown };

/** Runs a group's commands one after another, each on the books that the ones before it left. */
export function runGroup(
  group: readonly QueuedCommand[],
  books: WorkingBooks,
  now: number,
  housekeeping: Housekeeping,
): readonly GroupOutcome[] {
  return group.map(({ command }) => {
    const upkeep = housekeeping(books, now);
    if (upkeep !== null) books.apply(upkeep);
    const outcome = decide(command, books, now);
    if (outcome.kind === "changed") books.apply(outcome.changes);
    return outcome;
  });
}

/** A fault in a command is its own caller's, not its group's. */
function decide(command: Command<unknown>, books: WorkingBooks, now: number): GroupOutcome {
  try {
    return command.decide(books, now);
  } catch (error) {
    return { kind: "faulted", error };
  }
}

/** Answers the callers, now that what their outcomes rest on is durable. */
export function settleGroup(
  group: readonly QueuedCommand[],
  outcomes: readonly GroupOutcome[],
): void {
  group.forEach((queued, index) => {
    const outcome = outcomes[index];
    if (outcome === undefined) queued.reject(new Error("The command was not run."));
    else if (outcome.kind === "changed" || outcome.kind === "unchanged")
      queued.resolve(outcome.answer);
    else queued.reject(outcome.error);
  });
}

/** The documents that a group reads and the cache does not have. */
export function missingKeys(group: readonly QueuedCommand[], cached: CachedBooks | null): Key[] {
  const missing = new Map<string, Key>();
  for (const { command } of group) {
    for (const key of command.reads) {
      if (!cached?.open.has(keyText(key))) missing.set(keyText(key), key);
    }
  }
  return [...missing.values()];
}
