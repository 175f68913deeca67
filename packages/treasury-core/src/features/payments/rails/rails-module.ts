import type { RailReconciliation, Rails } from "@agent-treasury/contract";
import type { Engine } from "../../../kernel/engine.ts";
import { invalidRequest } from "../../../kernel/errors.ts";
import type { TreasuryOptions } from "../../../treasury-options.ts";
import type { ModuleWith } from "../../../treasury.ts";
import { executorsOf } from "../executors-of.ts";
import { railsOf } from "./rail.ts";
import { readRails } from "./read-rails.ts";
import type { RailPeriod } from "./reconcile-rails.ts";
import type { reconcileRails } from "./reconciliation-module.ts";
import { balanceWatch } from "./watch-balances.ts";

const cachedMs = 5_000;
const dayMs = 86_400_000;
const defaultDays = 7;
/** Of a request, and of a process that waits for a long period. */
const requestTimeoutMs = 50_000;
const timeoutMs = 600_000;

export function railsModule(
  engine: Engine,
  options: TreasuryOptions,
  load: () => Promise<{ readonly reconcileRails: typeof reconcileRails }>,
): ModuleWith<"rails" | "reconcileRails"> {
  const rails = railsOf(executorsOf(options));
  const { clock } = engine;
  const read = shared(
    () => readRails(engine, rails),
    () => clock.monotonic(),
  );
  const compare = async (period: RailPeriod): ReturnType<typeof reconcileRails> => {
    const { reconcileRails } = await load();
    return reconcileRails(engine, rails, period);
  };
  /** By number of days, so that repeated requests start one comparison. */
  const comparisons = new Map<number, Promise<RailReconciliation>>();
  const compareDays = (days: number): Promise<RailReconciliation> => {
    const running = comparisons.get(days);
    if (running !== undefined) return running;
    const from = clock.now() - days * dayMs;
    const comparison = compare({ from, timeoutMs: requestTimeoutMs }).finally(() =>
      comparisons.delete(days),
    );
    comparisons.set(days, comparison);
    return comparison;
  };
  const watch = balanceWatch(engine, rails);
  return {
    routes: {
      readRails: { run: () => read() },
      reconcileRails: { run: ({ days }) => compareDays(days) },
    },
    ...(watch !== null && {
      maintenance: { timed: watch, recover: () => watch().catch(engine.report) },
    }),
    methods: {
      rails: read,
      reconcileRails: async ({ from } = {}) => {
        const since = from?.getTime() ?? clock.now() - defaultDays * dayMs;
        if (!(since < clock.now())) throw invalidRequest("`from` must be in the past.");
        return compare({ from: since, timeoutMs });
      },
    },
  };
}

/** Shares an answer for some seconds, so that pages do not send a request to each rail. */
function shared(read: () => Promise<Rails>, monotonic: () => number): () => Promise<Rails> {
  let newest: { readonly at: number; readonly answer: Promise<Rails> } | null = null;
  return () => {
    const now = monotonic();
    if (newest !== null && now - newest.at < cachedMs) return newest.answer;
    const reading = { at: now, answer: read() };
    newest = reading;
    reading.answer.catch(() => {
      if (newest === reading) newest = null;
    });
    return reading.answer;
  };
}
