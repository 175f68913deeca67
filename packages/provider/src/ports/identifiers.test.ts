import { expect, it } from "vitest";
import { identifierInTurn, orderedIdentifier, randomIdentifiers } from "./identifiers.ts";

it("have 128 random bits in hexadecimal, none of them fixed", () => {
  const drawn = Array.from({ length: 400 }, () => randomIdentifiers.random());
  expect(drawn.filter((id) => !/^[\da-f]{32}$/.test(id))).toEqual([]);
  const bits = drawn.map((id) => BigInt(`0x${id}`));
  const ever = bits.reduce((seen, id) => seen | id, 0n);
  const always = bits.reduce((seen, id) => seen & id, (1n << 128n) - 1n);
  expect([ever.toString(16), always]).toEqual(["f".repeat(32), 0n]);
  expect(new Set(drawn).size).toBe(400);
});

it("are ordered by time if requested, with 74 random bits", () => {
  const now = Date.parse("2026-12-01T00:00:00Z");
  const drawn = Array.from({ length: 400 }, () => orderedIdentifier(randomIdentifiers, now));
  expect(drawn.filter((id) => !/^[\da-f]{32}$/.test(id))).toEqual([]);
  expect(new Set(drawn.map((id) => Number.parseInt(id.slice(0, 12), 16)))).toEqual(new Set([now]));
  const bits = drawn.map((id) => BigInt(`0x${id}`));
  const ever = bits.reduce((seen, id) => seen | id, 0n);
  const always = bits.reduce((seen, id) => seen & id, (1n << 128n) - 1n);
  const varied = (ever ^ always).toString(2).replaceAll("0", "");
  expect(varied.length).toBe(74);
  expect(orderedIdentifier(randomIdentifiers, now + 1) > (drawn.toSorted().at(-1) ?? "")).toBe(
    true,
  );
});

it("inside a turn begin with the turn's time, or with their digest for a turn of version 0.1", () => {
  const digest = "ab".repeat(32);
  const turnId = `turn_${orderedIdentifier(randomIdentifiers, Date.parse("2026-12-01T00:00:00Z"))}`;
  expect(identifierInTurn(turnId, digest)).toBe(turnId.slice(5, 17) + digest.slice(0, 20));
  expect(identifierInTurn(`turn_${"f".repeat(32)}`, digest)).toBe(digest.slice(0, 32));
  expect(identifierInTurn("turn_made-by-hand", digest)).toBe(digest.slice(0, 32));
});
