/** What one round of one contestant measured: figures by name, for example `perSecond` and `p99Ms`. */
export type Sample = Readonly<Record<string, number>>;

/** One side of a comparison. It keeps what it needs between rounds. */
export interface Contestant {
  readonly name: string;
  /** Does the work for one round, and says what it came to. */
  round(): Promise<Sample>;
}

/** How a comparison is run. */
export interface Rounds {
  /** Rounds that count. */
  readonly counted: number;
  /** Rounds before those, whose figures are thrown away. */
  readonly warmUp: number;
  /** Before each turn of each contestant, for example to let a checkpoint finish. */
  settle?(): Promise<void>;
  /** Is told what was measured. */
  progress?(text: string): void;
}

/** Every contestant's samples, one for each counted round, in the order of the rounds. */
export type Samples = ReadonlyMap<string, readonly Sample[]>;

/**
 * Lets the contestants take turns: A B C, A B C, and so on. What changes on the machine while they run
 * then falls on all of them.
 */
export async function interleave(
  contestants: readonly Contestant[],
  { counted, warmUp, settle, progress }: Rounds,
): Promise<Samples> {
  const samples = new Map(contestants.map(({ name }) => [name, [] as Sample[]]));
  for (let round = -warmUp; round < counted; round += 1) {
    for (const { name, round: run } of contestants) {
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
