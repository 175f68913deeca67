import type { ReplayReport, ReplayStreamItem } from "@agent-treasury/contract";
import { errorBodyOf, toTreasuryError } from "../../../http/answers.ts";
import type { CoreModule } from "../../../http/core-module.ts";
import { parseInput } from "../../../http/read-input.ts";
import type { Watching } from "../../../http/route-table.ts";
import type { Engine } from "../../../kernel/engine.ts";
import type { TreasuryRules } from "../../../treasury.ts";
import type { ReplayProgress, replayOf, replayRules, RunningReplays } from "./replay-rules.ts";

export type { RunningReplays } from "./replay-rules.ts";

export interface ReplayModule extends CoreModule {
  readonly methods: Pick<TreasuryRules, "replay">;
}

export type LoadReplay = () => Promise<{
  readonly replayOf: typeof replayOf;
  readonly replayRules: typeof replayRules;
}>;

export function replayModule(
  engine: Engine,
  replays: RunningReplays,
  load: LoadReplay,
): ReplayModule {
  async function* replayed(request: ReplayedRequest, signal: AbortSignal | null): Replaying {
    const { replayRules } = await load();
    return yield* replayRules(engine, replays, request, signal);
  }
  return {
    routes: {
      replayRules: {
        run: (input, { signal }) => reportOf(replayed(input, signal)),
        watch: async (input, _call, watching) =>
          itemsOf(replayed(input, watching.signal), watching),
      },
    },
    methods: {
      replay: async (request = {}, { onProgress, signal = null } = {}) =>
        reportOf(replayed(parseInput("replayRules", request), signal), onProgress),
    },
  };
}

type ReplayedRequest = Parameters<typeof replayRules>[2];
type Replaying = AsyncGenerator<ReplayProgress, ReplayReport, undefined>;

/** Runs a replay to its end. */
export async function reportOf(
  replaying: Replaying,
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
  replaying: Replaying,
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
