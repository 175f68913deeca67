import { expect, it } from "vitest";
import { type Contestant, figures, interleave } from "./interleave.ts";

it("runs every other round backwards, settles before each, and drops the warm-up", async () => {
  const turns: string[] = [];
  const contestant = (name: string): Contestant => ({
    name,
    round: async () => {
      turns.push(name);
      return { perSecond: turns.length };
    },
  });
  const settle = async (): Promise<void> => void turns.push("settle");

  const samples = await interleave([contestant("a"), contestant("b")], {
    counted: 2,
    warmUp: 1,
    settle,
  });

  const [forwards, backwards] = [
    ["settle", "a", "settle", "b"],
    ["settle", "b", "settle", "a"],
  ];
  expect(turns).toEqual([...backwards, ...forwards, ...backwards]);
  expect(figures(samples, "a", "perSecond")).toEqual([6, 12]);
  expect(figures(samples, "b", "perSecond")).toEqual([8, 10]);
});

it("reports each measurement with its round", async () => {
  const reported: string[] = [];
  await interleave([{ name: "a", round: async () => ({ perSecond: 1_234.567 }) }], {
    counted: 1,
    warmUp: 1,
    progress: (text) => void reported.push(text),
  });
  expect(reported).toEqual(["warm-up  a: perSecond 1235", "1/1  a: perSecond 1235"]);
});

it("has no figure without a measurement", () => {
  expect(figures(new Map(), "a", "perSecond")).toEqual([]);
  expect(figures(new Map([["a", [{}]]]), "a", "perSecond")).toEqual([Number.NaN]);
});
