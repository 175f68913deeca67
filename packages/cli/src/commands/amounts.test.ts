import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { run } from "./run-program.fixture.ts";
import { sqlitePlace } from "./sqlite-place.fixture.ts";

/** A command line for each option with an amount, without the amount. */
const commands: Readonly<Record<string, readonly string[]>> = {
  "--amount-usd": ["payees", "add", "--vendor", "Acme"],
  "--balance-usd": ["rules", "exposure", "missing.yaml"],
  "--limit-usd": ["allocations", "set", "research"],
  "--maximum-usd": ["standing-approvals", "create", "--agent", "buyer", "--vendor", "Acme"],
  "--window-maximum-usd": [
    "standing-approvals",
    "create",
    "--agent",
    "buyer",
    "--vendor",
    "Acme",
    "--maximum-usd",
    "5",
  ],
};

describe("amounts on the command line", () => {
  const place = sqlitePlace();

  it.each(Object.entries(commands))("of %s have at most six decimals", async (option, words) => {
    const at = ["--workspace", "acme", "--database", place.database];
    for (const amount of ["5.1234567", "1e-7", "-5", "0x5", "five", ""]) {
      const ended = await run([...words, option, amount, ...at]);
      expect([amount, ended.exitCode]).toEqual([amount, 2]);
      expect(ended.stderr).toContain(`${option} is ${JSON.stringify(amount)}`);
      expect(ended.stderr).toContain("at most six decimals");
    }
    const other = await run([...words, option, "0.8", ...at]);
    expect(other.stderr).not.toContain(`${option} is`);
  });

  it("are listed in this test", () => {
    const sources = readdirSync(import.meta.dirname).filter(
      (name) => name.endsWith(".ts") && !name.endsWith(".test.ts"),
    );
    const options = sources.flatMap((name) =>
      readFileSync(`${import.meta.dirname}/${name}`, "utf8").match(/--[a-z-]*usd\b/g),
    );
    expect(new Set(options.filter(Boolean))).toEqual(new Set(Object.keys(commands)));
  });
});
