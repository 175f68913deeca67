import { rejectionCodeOf } from "../rejection.ts";
import { appendOf, bodiesOf, farAwayMs, land, newWriter, recordsOf, turn } from "./build.ts";
import type { TurnLogSuite } from "./turn-log-suite.ts";

export function durability({ test, expect, subject }: TurnLogSuite): void {
  test("has a name and a version", async (log) => {
    expect(log.specificationVersion).toBe("1");
    expect(typeof log.name).toBe("string");
  });

  const { close, openBeside } = subject;
  if (close === undefined) return;
  test("rejects all calls with a storage error after it was closed", async (log) => {
    await land(log, appendOf(0));
    await close(log);
    const asked = [
      log.append(appendOf(1)),
      log.read(turn, 0, 1),
      log.erase("acme", farAwayMs),
      log.purge(0, 1),
    ];
    const codes = await Promise.all(asked.map(rejectionCodeOf));
    expect(codes).toEqual(asked.map(() => "storage_error"));
  });

  if (openBeside === undefined) return;
  test("persists a turn until it is opened again and resumed", async (log) => {
    const [writer, successor] = [newWriter(), newWriter()];
    const last = appendOf(2, { writer, bodies: bodiesOf("b", 3) });
    await land(log, appendOf(0, { writer, bodies: bodiesOf("a", 2) }), last);
    const before = await recordsOf(log);
    await close(log);
    const reopened = await openBeside(log);
    try {
      expect(await recordsOf(reopened)).toEqual(before);
      await land(reopened, last, appendOf(5, { writer: successor }));
      expect(await reopened.append(appendOf(5, { writer }))).toBe("conflict");
    } finally {
      await close(reopened);
    }
  });
}
