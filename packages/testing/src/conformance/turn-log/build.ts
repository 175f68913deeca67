import {
  type Json,
  type TurnAppend,
  type TurnLog,
  type TurnName,
  type TurnRecord,
  randomIdentifiers,
} from "@agent-treasury/provider";

export const farAwayMs = 8_000_000_000_000;

export const turn: TurnName = { workspaceId: "acme", turnId: "7".repeat(32) };

export function newWriter(): string {
  return randomIdentifiers.random();
}

/** Creates bodies that differ from each other, and from those with another prefix. */
export function bodiesOf(prefix: string, count = 1): Json[] {
  return Array.from({ length: count }, (_, index) => ({ says: `${prefix} ${index}` }));
}

/** Creates an append of one record after `after`, by default by a new writer. */
export function appendOf(after: number, parts: Partial<TurnAppend> = {}): TurnAppend {
  return {
    ...turn,
    writer: newWriter(),
    after,
    bodies: bodiesOf(`after ${after}`),
    expiresAt: farAwayMs,
    ...parts,
  };
}

/** Each must succeed. */
export async function land(log: TurnLog, ...appends: readonly TurnAppend[]): Promise<void> {
  for (const append of appends) {
    const outcome = await log.append(append);
    if (outcome !== "appended")
      throw new Error(`The append after ${append.after} has the outcome ${outcome}`);
  }
}

export function recordsOf(log: TurnLog, name: TurnName = turn): Promise<readonly TurnRecord[]> {
  return log.read(name, 0, 10_000);
}

export async function sequencesOf(log: TurnLog, name: TurnName = turn): Promise<number[]> {
  return (await recordsOf(log, name)).map(({ sequence }) => sequence);
}

export function numbered(bodies: readonly Json[], after = 0): TurnRecord[] {
  return bodies.map((body, index) => ({ sequence: after + 1 + index, body }));
}

export function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}
