import { percentile } from "./statistics.ts";

/** Callers that each begin their next call after the last answer. */
export interface Calls {
  readonly callers: number;
  /** No call begins after this. */
  readonly seconds: number;
  /** One call of one caller, numbered from 0. */
  call(caller: number): Promise<unknown>;
}

/** The result of a round. A type alias, because only those are samples too. */
export type CallFigures = {
  readonly answered: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** CPU time of this process per call, which a faster database would not reduce. */
  readonly processorMicroseconds: number;
};

/** Runs the callers to the end of their last calls. The first failure ends all of them. */
export async function callInParallel({ callers, seconds, call }: Calls): Promise<CallFigures> {
  const latenciesMs: number[] = [];
  const processor = process.cpuUsage();
  const start = performance.now();
  let end = start + seconds * 1_000;
  const runCaller = async (caller: number): Promise<void> => {
    for (let begun = performance.now(); begun < end; begun = performance.now()) {
      await call(caller);
      latenciesMs.push(performance.now() - begun);
    }
  };
  try {
    await Promise.all(Array.from({ length: callers }, (_, caller) => runCaller(caller)));
  } catch (error) {
    end = start;
    throw error;
  }
  const elapsedSeconds = (performance.now() - start) / 1_000;
  const { user, system } = process.cpuUsage(processor);
  return {
    answered: latenciesMs.length,
    perSecond: latenciesMs.length / elapsedSeconds,
    p50Ms: percentile(latenciesMs, 0.5),
    p99Ms: percentile(latenciesMs, 0.99),
    processorMicroseconds: (user + system) / latenciesMs.length,
  };
}
