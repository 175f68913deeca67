import { expect, it } from "vitest";
import { readCommandLine } from "./command-line.ts";

it("runs everything in full, and writes it down, unless told otherwise", () => {
  const asked = readCommandLine([], {});
  expect(asked).toEqual({ names: [], help: false, dry: false, context: { size: "full" } });
});

it("takes names, options, and the dashes that pnpm may pass on", () => {
  const words = ["--", "ledger-hot", "--pgledger", "/src/pgledger", "--entries", "10,000,000"];
  const { names, context } = readCommandLine(words, { PGLEDGER_PATH: "/elsewhere" });
  expect(names).toEqual(["ledger-hot"]);
  expect(context).toMatchObject({ pgledgerPath: "/src/pgledger", entries: 10_000_000 });
});

it("takes pgledger's path from the environment", () => {
  const { context } = readCommandLine([], { PGLEDGER_PATH: "/src/pgledger" });
  expect(context.pgledgerPath).toBe("/src/pgledger");
});

it("never writes down the figures of a tiny run", () => {
  expect(readCommandLine(["--tiny"], {}).dry).toBe(true);
});

it("refuses what it does not know", () => {
  expect(() => readCommandLine(["--fast"], {})).toThrow("--fast");
  expect(() => readCommandLine(["--entries", "many"], {})).toThrow("whole number");
});
