import type { Key } from "@agent-treasury/provider";
import { keyText } from "../books.ts";
import type { Command, Outcome } from "../command.ts";
import type { Housekeeping } from "../housekeeping.ts";
import type { CachedBooks, WorkingBooks } from "./working-books.ts";

/** A command that waits for its group, and the caller who waits for its answer. */
export interface QueuedCommand {
  readonly command: Command<unknown>;
  resolve(answer: unknown, durable: DurableGroup): void;
  reject(error: unknown): void;
}

/** The group in which a command became durable. */
export interface DurableGroup {
  /** What the whole group changed, and the version that it was computed on. */
  readonly books: WorkingBooks;
  /** The workspace's time of the commit: milliseconds since 1970. */
  readonly at: number;
}

/** What one command of a group came to, before anything is durable. */
export type GroupOutcome = Outcome<unknown> | { readonly kind: "faulted"; readonly error: unknown };

/** About how much may leave in one call. */
export const bytesInCall = 4_194_304;

/**
 * Runs a group's commands one after another, each on the books that the ones before it left. Gives
 * fewer outcomes than there are commands where there would be too much to write.
 */
export function runGroup(
  group: readonly QueuedCommand[],
  books: WorkingBooks,
  now: number,
  housekeeping: Housekeeping,
): readonly GroupOutcome[] {
  const outcomes: GroupOutcome[] = [];
  for (const { command } of group) {
    if (books.bytes >= bytesInCall) break;
    const upkeep = housekeeping(books, now);
    if (upkeep !== null) books.apply(upkeep);
    const outcome = decide(command, books, now);
    if (outcome.kind === "changed") books.apply(outcome.changes, command.creates);
    outcomes.push(outcome);
  }
  return outcomes;
}

/** Whether a command that changes nothing was decided without what it would create looked up. */
export function isBlind(
  group: readonly QueuedCommand[],
  outcomes: readonly GroupOutcome[],
  books: WorkingBooks,
): boolean {
  return outcomes.some(
    ({ kind }, index) =>
      kind !== "changed" &&
      group[index]?.command.creates?.some((key) => !books.hasLookedFor(key)) === true,
  );
}

/** A fault in a command is its own caller's, not its group's. */
function decide(command: Command<unknown>, books: WorkingBooks, now: number): GroupOutcome {
  try {
    return command.reduce(books, now);
  } catch (error) {
    return { kind: "faulted", error };
  }
}

/** Answers the callers, now that what their outcomes rest on is durable. */
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

/** Whether the cache has every document that a group reads. */
export function hasAllRead(group: readonly QueuedCommand[], cached: CachedBooks): boolean {
  return group.every(({ command }) => command.reads.every((key) => cached.open.has(keyText(key))));
}

/** Every document that a group reads or creates. */
export function keysOf(group: readonly QueuedCommand[]): Key[] {
  const keys = new Map<string, Key>();
  for (const { command } of group) {
    for (const key of [...command.reads, ...(command.creates ?? [])]) keys.set(keyText(key), key);
  }
  return [...keys.values()];
}
