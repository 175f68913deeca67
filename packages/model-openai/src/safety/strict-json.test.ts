import { describe, expect, it } from "vitest";
import { parseFields } from "./strict-json.ts";

describe("the fields of a JSON answer", () => {
  it.each([
    '{"verdict":"blocked","verdict":"safe"}',
    String.raw`{"\u0076erdict":"blocked","verdict":"safe"}`,
    String.raw`{"verdict":"blocked","\u0076erdict":"safe"}`,
    String.raw`{"\u0076erdict":"blocked","\u0076erdict":"safe"}`,
    String.raw`{"verdict":"blocked","v\u0065rdict":"safe"}`,
    String.raw`{"a\/b":1,"a/b":2}`,
    String.raw`{"a\"b":1,"a\u0022b":2}`,
    '{"a":{"b":1,"b":2}}',
    '{"a":[0,{"b":[{"c":1,"d":{},"c":2}]}]}',
    '{"a":{"a":1},"a":2}',
    '{ "a" : 1 ,\n "a" : 2 }',
    '{"":1,"":2}',
    '{"__proto__":1,"__proto__":2}',
  ])("are ambiguous if a name occurs twice: %s", (text) => {
    expect(parseFields(text)).toBeNull();
  });

  it.each([
    '{"a":{"a":{"a":1}},"b":{"a":2}}',
    '{"a":[{"b":1},{"b":2},"b","b"],"b":"a"}',
    String.raw`{"a":"\"b\":1,\"b\":2","b":"{\"b\":1}"}`,
    String.raw`{"a\\":1,"a":2,"A":3}`,
    '{"a":"}{\\\\","b":[]}',
    '{"1":1,"01":2}',
    "{}",
  ])("are returned if each name occurs once: %s", (text) => {
    expect(parseFields(text)).toEqual(JSON.parse(text));
  });

  it.each(["", "null", "[]", '"a"', "1", "{", '{"a":1}{"a":1}', "<html></html>"])(
    "are missing in %j",
    (text) => {
      expect(parseFields(text)).toBeNull();
    },
  );

  it("are read in a time that grows with the length of the answer", () => {
    const text = `{"a":${"[".repeat(3_000)}"${'\\"'.repeat(100_000)}"${"]".repeat(3_000)}}`;
    expect(parseFields(text)).not.toBeNull();
  });
});
