import { expect, it } from "vitest";
import { readCommandLine } from "./command-line.ts";

it("by default runs every bench in full and writes the results", () => {
  const asked = readCommandLine([], {});
  expect(asked).toEqual({ names: [], help: false, dry: false, context: { size: "full" } });
});

it("accepts names, options, and the dashes that pnpm may pass on", () => {
  const words = ["--", "ledger-hot", "--pgledger", "/src/pgledger", "--entries", "10,000,000"];
  const { names, context } = readCommandLine(words, { PGLEDGER_PATH: "/elsewhere" });
  expect(names).toEqual(["ledger-hot"]);
  expect(context).toMatchObject({ pgledgerPath: "/src/pgledger", entries: 10_000_000 });
});

it("reads pgledger's path from the environment", () => {
  const { context } = readCommandLine([], { PGLEDGER_PATH: "/src/pgledger" });
  expect(context.pgledgerPath).toBe("/src/pgledger");
});

it("never writes the figures of a tiny run", () => {
  expect(readCommandLine(["--tiny"], {}).dry).toBe(true);
});

it("rejects unknown arguments", () => {
  expect(() => readCommandLine(["--fast"], {})).toThrow("--fast");
  expect(() => readCommandLine(["--entries", "many"], {})).toThrow("whole number");
});
