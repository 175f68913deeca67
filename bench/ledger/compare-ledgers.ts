import type { BenchContext } from "../harness/bench.ts";
import { callInParallel } from "../harness/call-in-parallel.ts";
import { type Contestant, type Samples, interleave } from "../harness/interleave.ts";
import { findBestPool } from "./best-pool.ts";
import type { Arena, LedgerContestant, OpenLedger } from "./ledger-contestant.ts";

export interface Pace {
  readonly rounds: number;
  readonly seconds: number;
  readonly tuneSeconds: number;
}

/** Five rounds of a second and a half; a tiny run only checks that each contestant works. */
export function paceOf({ size }: BenchContext): Pace {
  return size === "tiny"
    ? { rounds: 1, seconds: 0.1, tuneSeconds: 0 }
    : { rounds: 5, seconds: 1.5, tuneSeconds: 0.5 };
}

export interface Compared {
  readonly samples: Samples;
  /** By contestant, where one was searched for. */
  readonly poolSizes: ReadonlyMap<string, number>;
}

/**
 * Sets the contestants up, finds each one's best pool, and alternates them. At the end a
 * contestant's tables must contain exactly the answered spends.
 *
 * @throws Error when they do not.
 */
export async function compareLedgers(
  contestants: readonly LedgerContestant[],
  others: readonly Contestant[],
  arena: Arena,
  context: BenchContext,
): Promise<Compared> {
  const pace = paceOf(context);
  const poolSizes = new Map<string, number>();
  const turns: Contestant[] = [];
  const checks: (() => Promise<void>)[] = [];
  const open: OpenLedger[] = [];
  try {
    for (const contestant of contestants) {
      const recorded = await contestant.install(arena);
      const size = await poolFor(contestant, arena, pace);
      if (size !== null) {
        poolSizes.set(contestant.name, size);
        context.progress(`${contestant.name} uses ${size} connections`);
      }
      const ledger = await contestant.open(arena, size);
      open.push(ledger);
      const counted = countAnswered(contestant.name, ledger, arena, pace.seconds);
      const before = await recorded();
      turns.push(counted.turn);
      checks.push(async () => {
        const after = await recorded();
        if (after - before === counted.answered()) return;
        throw new Error(
          `${contestant.name} answered ${counted.answered()} spends and recorded ${after - before}.`,
        );
      });
    }
    const samples = await interleave([...turns, ...others], {
      counted: pace.rounds,
      warmUp: 1,
      settle: () => arena.monitor.settle(),
      progress: context.progress,
    });
    for (const check of checks) await check();
    return { samples, poolSizes };
  } finally {
    await Promise.all(open.map((ledger) => ledger.close()));
  }
}

async function poolFor(
  contestant: LedgerContestant,
  arena: Arena,
  { tuneSeconds }: Pace,
): Promise<number | null> {
  if (!contestant.isTuned) return null;
  return tuneSeconds === 0 ? 4 : await findBestPool(contestant, arena, tuneSeconds);
}

function countAnswered(
  name: string,
  ledger: OpenLedger,
  { load }: Arena,
  seconds: number,
): { readonly turn: Contestant; answered(): number } {
  let answered = 0;
  const { callers, workspaces } = load;
  const call = (): Promise<void> => ledger.spend(Math.floor(Math.random() * workspaces));
  return {
    turn: {
      name,
      round: async () => {
        const figures = await callInParallel({ callers, seconds, call });
        answered += figures.answered;
        return figures;
      },
    },
    answered: () => answered,
  };
}
