import type { ReplayProgressItem, ReplayReport, ReplayRequest } from "@agent-treasury/contract";
import type { Clock } from "@agent-treasury/provider";
import {
  type PastSpend,
  readRuleSet,
  type ReplayedSpend,
  type RuleSet,
} from "@agent-treasury/rules";
import { replay, reportOn } from "@agent-treasury/rules/replay";
import type { Engine } from "../../../kernel/engine.ts";
import { retryLater } from "../../../kernel/errors.ts";
import { publishingTerm } from "../publish-rules.ts";
import { ruleSetsTerm } from "../rule-sets.ts";
import { type HistoryRange, readHistory, readPublished } from "./read-history.ts";
import { reportToWire } from "./report-to-wire.ts";

/** Each takes a processor for seconds, and memory for the history. */
const maximumReplays = 2;

/** Counts the replays of a process, and its computations of exposure. */
export interface RunningReplays {
  running: number;
}

export type ReplayProgress = Omit<ReplayProgressItem, "kind">;

/**
 * Replays the workspace's history under a draft of rules, or under the rules that were in effect.
 * Read-only. Yields its progress, and lets other requests run in between.
 *
 * @throws TreasuryError `invalid_request` for a draft with problems; `service_busy` while others
 * run.
 */
export async function* replayRules(
  engine: Engine,
  replays: RunningReplays,
  request: ReplayRequest & { readonly workspaceId: string },
  signal: AbortSignal | null = null,
): AsyncGenerator<ReplayProgress, ReplayReport, undefined> {
  const { workspaceId, rules } = request;
  const draft =
    rules === undefined ? null : readRuleSet(rules, publishingTerm.of(engine.policy).rails);
  const range = { from: timeOf(request.from), to: timeOf(request.to) };
  begin(replays);
  try {
    return yield* replayOf(engine, { workspaceId, draft, range }, signal);
  } finally {
    replays.running -= 1;
  }
}

/** @throws TreasuryError `service_busy` while others run. */
function begin(replays: RunningReplays): void {
  if (replays.running >= maximumReplays) {
    const message = `${maximumReplays} replays, drafts, suggestions or computations of exposure are running.`;
    throw retryLater("service_busy", message, 5);
  }
  replays.running += 1;
}

/**
 * Runs a long computation, which counts as a replay.
 *
 * @throws TreasuryError `service_busy` while others run.
 */
export async function counted<Result>(
  replays: RunningReplays,
  compute: () => Promise<Result>,
): Promise<Result> {
  begin(replays);
  try {
    return await compute();
  } finally {
    replays.running -= 1;
  }
}

export interface ReplayTerms {
  readonly workspaceId: string;
  /** Null for the rules that were in effect. */
  readonly draft: RuleSet | null;
  readonly range: HistoryRange;
}

export async function* replayOf(
  engine: Engine,
  { workspaceId, draft, range }: ReplayTerms,
  signal: AbortSignal | null,
): AsyncGenerator<ReplayProgress, ReplayReport, undefined> {
  const { storage, policy } = engine;
  const publications = draft === null ? await readPublished(storage, workspaceId) : [];
  const ruleSet = draft ?? ruleSetsTerm.of(policy).defaultSet;
  const history = readHistory(storage, workspaceId, range, ruleSet);
  let read = await history.next();
  for (; read.done !== true; read = await history.next()) {
    signal?.throwIfAborted();
    yield { step: "read", proposals: read.value, share: 0 };
  }
  const { spends, isComplete } = read.value;
  const results: (readonly ReplayedSpend[])[] = [];
  for (const waiting of ["waits", "approved"] as const) {
    const terms = { ruleSet, publications, waiting, clock: policy.clock };
    const steps = replayed(engine, spends, terms);
    let step = await steps.next();
    for (; step.done !== true; step = await steps.next()) {
      signal?.throwIfAborted();
      const share = (results.length + step.value) / 2;
      yield { step: "evaluate", proposals: spends.length, share };
    }
    results.push(step.value);
  }
  const [ifNone = [], ifAll = []] = results;
  const { from, to } = range;
  const report = reportOn(spends, ifNone, ifAll, ({ proposed: { at } }) => {
    return (from === null || at >= from) && (to === null || at < to);
  });
  return reportToWire(storage, { workspaceId, ...range, isComplete }, report);
}

/** Until other requests run, whatever the events of a replay cost. */
const longestStepMs = 10;

/** Returns what to call between the steps of a computation. Lets other requests run at times. */
export function pausing(clock: Clock): () => Promise<void> {
  let since = clock.monotonic();
  return async () => {
    if (clock.monotonic() - since < longestStepMs) return;
    await clock.sleep(0);
    since = clock.monotonic();
  };
}

/** Lets other requests run between its steps. */
async function* replayed(
  { clock }: Engine,
  spends: readonly PastSpend[],
  terms: Parameters<typeof replay>[1],
): AsyncGenerator<number, readonly ReplayedSpend[], undefined> {
  const steps = replay(spends, terms);
  let since = clock.monotonic();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (clock.monotonic() - since < longestStepMs) continue;
    yield step.value;
    await clock.sleep(0);
    since = clock.monotonic();
  }
}

function timeOf(text: string | undefined): number | null {
  return text === undefined ? null : Date.parse(text);
}
