import type { ReplayReport, ReplayStreamItem } from "@agent-treasury/contract";
import { errorBodyOf, toTreasuryError } from "../../../http/answers.ts";
import type { ModuleRoutes, Watching } from "../../../http/route-table.ts";
import type { Engine } from "../../../kernel/engine.ts";
import { type ReplayProgress, replayRules, type RunningReplays } from "./replay-rules.ts";

export function replayRoutes(
  engine: Engine,
  replays: RunningReplays,
): Pick<ModuleRoutes, "replayRules"> {
  return {
    replayRules: {
      run: (input, { signal }) => reportOf(replayRules(engine, replays, input, signal)),
      watch: async (input, _call, watching) =>
        itemsOf(replayRules(engine, replays, input, watching.signal), watching),
    },
  };
}

/** Runs a replay to its end. */
export async function reportOf(
  replaying: AsyncGenerator<ReplayProgress, ReplayReport, undefined>,
  onProgress?: (progress: ReplayProgress) => void,
): Promise<ReplayReport> {
  for (;;) {
    const step = await replaying.next();
    if (step.done === true) return step.value;
    onProgress?.(step.value);
  }
}

/** A failure before the first item has its own status. */
async function* itemsOf(
  replaying: AsyncGenerator<ReplayProgress, ReplayReport, undefined>,
  { onFailure }: Watching,
): AsyncGenerator<ReplayStreamItem, void, undefined> {
  let hasBegun = false;
  try {
    for (;;) {
      const step = await replaying.next();
      if (step.done === true) return yield { kind: "result", result: step.value };
      yield { kind: "progress", ...step.value };
      hasBegun = true;
    }
  } catch (error) {
    if (!hasBegun) throw error;
    const failure = toTreasuryError(error);
    onFailure(failure);
    yield { kind: "failure", failure: errorBodyOf(failure, "") };
  } finally {
    await replaying.return(undefined as never);
  }
}
