/** The figures of one contestant's round by name, for example `perSecond` and `p99Ms`. */
export type Sample = Readonly<Record<string, number>>;

/** One side of a comparison, with its state between rounds. */
export interface Contestant {
  readonly name: string;
  /** Runs one round and returns its figures. */
  round(): Promise<Sample>;
}

export interface Rounds {
  /** Rounds that count. */
  readonly counted: number;
  /** Rounds before those, whose figures are dropped. */
  readonly warmUp: number;
  /** Runs before each round, for example to complete a checkpoint. */
  settle?(): Promise<void>;
  /** Reports progress. */
  progress?(text: string): void;
}

/** Every contestant's samples, one per counted round. */
export type Samples = ReadonlyMap<string, readonly Sample[]>;

/**
 * Runs the contestants in turn, every other round backwards: A B C, C B A, and so on. Changes of the
 * machine during the run, and what one contestant leaves to the next, then affect all of them.
 */
export async function interleave(
  contestants: readonly Contestant[],
  { counted, warmUp, settle, progress }: Rounds,
): Promise<Samples> {
  const samples = new Map(contestants.map(({ name }) => [name, [] as Sample[]]));
  for (let round = -warmUp; round < counted; round += 1) {
    const turns = round % 2 === 0 ? contestants : contestants.toReversed();
    for (const { name, round: run } of turns) {
      await settle?.();
      const sample = await run();
      progress?.(`${roundName(round, counted)}  ${name}: ${describe(sample)}`);
      if (round >= 0) samples.get(name)?.push(sample);
    }
  }
  return samples;
}

/** One figure of every round. */
export function figures(samples: Samples, name: string, figure: string): number[] {
  return (samples.get(name) ?? []).map((sample) => sample[figure] ?? Number.NaN);
}

function roundName(round: number, counted: number): string {
  return round < 0 ? "warm-up" : `${round + 1}/${counted}`;
}

function describe(sample: Sample): string {
  return Object.entries(sample)
    .map(([figure, value]) => `${figure} ${Number(value.toPrecision(4))}`)
    .join(", ");
}
