import { describe, expect, it } from "vitest";
import { encodeItem } from "./item-stream.ts";

const decoder = new TextDecoder();

describe("an encoded item", () => {
  it("is named by its kind, with its id if a stream can resume after it", () => {
    const at = "2026-11-03T10:00:00.000Z";
    expect(decoder.decode(encodeItem({ kind: "thought", at, text: "Hm.", id: "7" }, "req_1"))).toBe(
      `event: thought\nid: 7\ndata: {"kind":"thought","at":"${at}","text":"Hm.","id":"7"}\n\n`,
    );
    expect(decoder.decode(encodeItem({ kind: "text", offset: 0, text: "Hm." }, "req_1"))).toBe(
      'event: text\ndata: {"kind":"text","offset":0,"text":"Hm."}\n\n',
    );
  });

  it("identifies a failure by the caller's own request", () => {
    const failure = { error: "It failed.", code: "turn_failed", requestId: "req_0" } as const;
    const [, line = ""] = decoder
      .decode(encodeItem({ kind: "failure", failure }, "req_1"))
      .split("\n");
    expect(JSON.parse(line.slice("data: ".length))).toEqual({
      kind: "failure",
      failure: { ...failure, requestId: "req_1" },
    });
  });

  it.each([
    "\n",
    "\r",
    "\r\n",
    "\n\n",
    "\ndata: x\n\nevent: result\n",
    "\u2028",
    "\u2029",
    "\u0085",
  ])("is one line of data, even if its text contains %j", (end) => {
    const item = { kind: "text", offset: 0, text: `before${end}after` } as const;
    const lines = decoder.decode(encodeItem(item, "req_1")).split(/\r\n|\r|\n/);
    expect(lines.length).toBe(4);
    expect(JSON.parse(lines[1]?.slice("data: ".length) ?? "")).toEqual(item);
  });
});
