import type { TurnLog } from "@agent-treasury/provider";
import { appendOf, bodiesOf, newWriter, numbered, recordsOf, sequencesOf, upTo } from "./build.ts";
import type { TurnLogSuite } from "./turn-log-suite.ts";

const rounds = 10;

export function races({ test, expect, subject }: TurnLogSuite): void {
  const openBeside = async (log: TurnLog): Promise<TurnLog> =>
    (await subject.openBeside?.(log)) ?? log;

  test("accepts exactly one of fifty appends in one place, completely", async (log) => {
    const beside = await openBeside(log);
    try {
      for (let round = 0; round < rounds; round += 1) {
        const after = round * 3;
        const sent = upTo(50).map((one) =>
          appendOf(after, { bodies: bodiesOf(`round ${round} of ${one}`, 3) }),
        );
        const outcomes = await Promise.all(
          sent.map((append, index) => (index % 2 === 0 ? log : beside).append(append)),
        );
        const won = sent.filter((_, index) => outcomes[index] === "appended");
        expect(won.length).toBe(1);
        expect(await log.read(won[0]!, after, 100)).toEqual(numbered(won[0]!.bodies, after));
      }
    } finally {
      if (beside !== log) await subject.close?.(beside);
    }
  });

  test("accepts a short append or a long one, never parts of both", async (log) => {
    for (let round = 0; round < rounds; round += 1) {
      const after = (await sequencesOf(log)).length;
      const sent = [1, 4, 2, 7, 3].map((count) =>
        appendOf(after, { bodies: bodiesOf(`${count} of round ${round}`, count) }),
      );
      const outcomes = await Promise.all(sent.map((append) => log.append(append)));
      const won = sent.filter((_, index) => outcomes[index] === "appended");
      expect(won.length).toBe(1);
      expect(await log.read(won[0]!, after, 100)).toEqual(numbered(won[0]!.bodies, after));
    }
  });

  test("contains exactly the confirmed appends of four concurrent writers", async (log) => {
    const landed: unknown[] = [];
    const write = async (name: string, place: number): Promise<void> => {
      const writer = newWriter();
      for (let attempt = 0; attempt < 25; attempt += 1) {
        const after = (await sequencesOf(log)).at(-1) ?? 0;
        const bodies = bodiesOf(`${name} at ${attempt}`, 1 + ((attempt + place) % 4));
        if ((await log.append(appendOf(after, { writer, bodies }))) === "conflict") continue;
        landed.push(...numbered(bodies, after));
      }
    };
    await Promise.all(["a", "b", "c", "d"].map(write));
    const records = await recordsOf(log);
    expect(records.map(({ sequence }) => sequence)).toEqual(upTo(records.length));
    expect(new Set(landed.map((one) => JSON.stringify(one)))).toEqual(
      new Set(records.map((one) => JSON.stringify(one))),
    );
    expect(landed.length).toBe(records.length);
  });

  test("accepts appends to unrelated turns concurrently", async (log) => {
    const names = upTo(40).map((one) => ({ workspaceId: `w${one % 4}`, turnId: `turn ${one}` }));
    const outcomes = await Promise.all(names.map((name) => log.append(appendOf(0, name))));
    expect(outcomes).toEqual(names.map(() => "appended"));
  });
}
