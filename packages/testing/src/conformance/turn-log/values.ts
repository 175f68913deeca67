import type { Json } from "@agent-treasury/provider";
import { largeBody } from "../storage/build.ts";
import { everyJson, everyText } from "../storage/values.ts";
import { appendOf, farAwayMs, land, numbered, recordsOf } from "./build.ts";
import type { TurnLogSuite } from "./turn-log-suite.ts";

export function values({ test, expect }: TurnLogSuite): void {
  test("stores text of every script in bodies and names", async (log) => {
    for (const text of everyText) {
      const name = { workspaceId: text, turnId: text };
      const bodies = [text, { [text]: [text] }];
      await land(log, appendOf(0, { ...name, writer: text, bodies }));
      expect(await recordsOf(log, name)).toEqual(numbered(bodies));
    }
  });

  test("stores any JSON", async (log) => {
    await land(log, appendOf(0, { bodies: everyJson }));
    const records = await recordsOf(log);
    // Also as text, because some matchers treat `{}` and an object with a key `__proto__` as equal.
    expect(records.map(({ body }) => JSON.stringify(body))).toEqual(
      everyJson.map((body) => JSON.stringify(body)),
    );
    expect(records).toEqual(numbered(everyJson));
  });

  test("recognises any JSON when it is sent again", async (log) => {
    const append = appendOf(0, { bodies: [...everyJson, ...everyText] });
    await land(log, append, append);
    expect((await recordsOf(log)).length).toBe(append.bodies.length);
  });

  test("stores a body of a megabyte, and a hundred of ten kilobytes", async (log) => {
    const large: Json = largeBody(1_000_000);
    const many: Json[] = Array.from({ length: 100 }, () => largeBody(10_000));
    await land(log, appendOf(0, { bodies: [large] }), appendOf(1, { bodies: many }));
    const kept = (await recordsOf(log)).map(({ body }) => JSON.stringify(body));
    expect(kept.every((body, index) => body === JSON.stringify([large, ...many][index]))).toBe(
      true,
    );
    expect(kept.length).toBe(101);
  });

  test("ignores later changes to a body by its caller", async (log) => {
    const body = { says: "before" };
    await land(log, appendOf(0, { bodies: [body], expiresAt: farAwayMs }));
    body.says = "after";
    expect(await recordsOf(log)).toEqual(numbered([{ says: "before" }]));
  });
}
