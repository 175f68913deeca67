import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { scriptedModel } from "@agent-treasury/sandbox";
import { openDeployment } from "@agent-treasury/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { payCheckout } from "./pay-checkout.fixture.ts";
import { run } from "./run-program.fixture.ts";

let directory: string;
let database: string;
let states: Readonly<Record<string, Readonly<Record<string, number>>>>;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "treasury-"));
  database = `sqlite:${join(directory, "treasury.db")}`;
  states = await fillTwoEpochs();
});
afterAll(() => rm(directory, { recursive: true, force: true }));

async function exported(
  format: string,
  name = `export.${format}`,
  ...more: string[]
): Promise<string> {
  const file = join(directory, name);
  const words = ["export", "--database", database, "--format", format, "--out", file, ...more];
  const { exitCode, stderr } = await run(words);
  expect([exitCode, stderr]).toEqual([0, expect.stringContaining("Exported")]);
  return file;
}

/** Two workspaces with a reset, and the totals of their states. */
async function fillTwoEpochs(): Promise<Record<string, Record<string, number>>> {
  const deployment = await openDeployment({
    // The default one takes its time, for people who watch.
    model: scriptedModel(),
    env: {
      TREASURY_DATABASE_URL: database,
      TREASURY_SANDBOX: "on",
      TREASURY_STARTING_CAPITAL_USD: "40.5",
    },
  });
  const { treasury } = deployment;
  const deposit = async (workspaceId: string): Promise<void> => {
    const session = await treasury.startDeposit({ workspaceId, amountUsd: 60 });
    await payCheckout(deployment, session.url);
    await treasury.confirmDeposit({ workspaceId, sessionId: session.id });
  };
  const buy = async (workspaceId: string, what: string, price: string): Promise<void> => {
    const message = `Buy ${what} from the kiosk for $${price}`;
    const { state } = await treasury.runTurn({ workspaceId, message });
    expect(state.proposals[0]?.status).toBe("executed");
  };
  for (const workspaceId of ["acme", "team:tea"]) {
    await deposit(workspaceId);
    await buy(workspaceId, "tea; with | milk", "3");
    await buy(workspaceId, "=HYPERLINK(1)", "0.0015");
    await treasury.reset({ workspaceId });
  }
  await deposit("acme");
  await buy("acme", "a second tea", "4.2515");
  await treasury.setBudget({ workspaceId: "new", limits: { minReserveUsd: 1 } });
  const found: Record<string, Record<string, number>> = {};
  for (const workspaceId of ["acme", "team:tea", "new"]) {
    const { balanceUsd, depositsUsd, revenueUsd, expenseUsd, budget } =
      await treasury.state(workspaceId);
    const { startingCapitalUsd } = budget;
    found[workspaceId] = { balanceUsd, depositsUsd, revenueUsd, expenseUsd, startingCapitalUsd };
  }
  await treasury.close();
  return found;
}

describe("agent-treasury export --format csv", () => {
  it("writes one line per entry, exact and quoted, without formulas", async () => {
    const [heading = "", ...lines] = (await readFile(await exported("csv"), "utf8"))
      .trimEnd()
      .split("\n");
    const columns = heading.replace("\uFEFF", "").split(",");
    const ofAcme = lines.filter((line) => line.startsWith("acme,"));
    const amounts = ofAcme.map((line) => line.split(",")[columns.indexOf("amountUsd")]);
    expect(amounts).toEqual(["60.00", "-3.00", "-0.0015", "60.00", "-4.2515"]);
    expect(ofAcme.at(-1)?.split(",").slice(0, 3)).toEqual(["acme", "2", "5"]);
    expect(lines.filter((line) => /(^|,)"?=/.test(line))).toEqual([]);
    expect(columns.slice(columns.indexOf("operator")).slice(0, 2)).toEqual([
      "operator",
      "operatorVerified",
    ]);
  });
});

async function countLines(name: string, ...days: string[]): Promise<number> {
  const text = await readFile(await exported("csv", name, ...days), "utf8");
  return text.trimEnd().split("\n").length;
}

describe("agent-treasury export --from --to", () => {
  const today = new Date().toISOString().slice(0, 10);

  it("writes the entries of these days", async () => {
    const all = await countLines("all.csv");
    expect(all).toBeGreaterThan(1);
    expect(await countLines("today.csv", "--from", "2026-01-01", "--to", "2100-12-31")).toBe(all);
    expect(await countLines("later.csv", "--from", "2100-01-01")).toBe(1);
    expect(await countLines("earlier.csv", "--to", "2026-01-01")).toBe(1);
  });

  it.each([
    [["--format", "csv", "--from", "2026-02-30"], "--from is"],
    [["--format", "csv", "--from", "2026-03-01", "--to", "2026-02-01"], "is after --to"],
    [["--from", today], "JSON lines are complete"],
    [["--format", "csv", "--accounts", "accounts.json"], "Use --accounts with --format hledger"],
  ])("explains what is wrong: %s", async (words, problem) => {
    const { exitCode, stderr } = await run(["export", "--database", database, ...words]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(problem)]);
  });
});

const hledger = spawnSync("hledger", ["--version"], { encoding: "utf8" });

function totalOf(file: string, account: string): string {
  const words = ["balance", "-f", file, "--depth", "1", account, "-O", "csv", "--no-total"];
  return spawnSync("hledger", words, { encoding: "utf8" }).stdout;
}

describe("agent-treasury export --format hledger", () => {
  it("rejects an unknown format", async () => {
    const { exitCode, stderr } = await run([
      "export",
      "--format",
      "ledger",
      "--database",
      database,
    ]);
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringContaining("jsonl, csv, hledger, beancount"),
    ]);
  });

  it("balances every transaction, and asserts every balance", async () => {
    const journal = await readFile(await exported("hledger", "balanced"), "utf8");
    const transactions = journal.split("\n\n").filter((text) => /^\d{4}-/.test(text));
    for (const transaction of transactions) {
      const amounts = [...transaction.matchAll(/ {2}USD (-?)(\d+)\.(\d+)/g)];
      const micros = amounts.map(([, sign, whole = "", fraction = ""]) =>
        BigInt(`${sign}${whole}${fraction.padEnd(6, "0")}`),
      );
      expect(micros.reduce((sum, amount) => sum + amount, 0n)).toBe(0n);
      expect(transaction.match(/ = USD /g)).toHaveLength(1);
    }
    expect(transactions.length).toBe(13);
  });

  it.runIf(hledger.status === 0)(
    "has the balances of the state, as parsed by hledger",
    async () => {
      const file = await exported("hledger");
      const words = ["balance", "-f", file, "--flat", "--empty", "--no-total", "-O", "csv"];
      const { stdout } = spawnSync("hledger", words, { encoding: "utf8" });
      const balances = Object.fromEntries(
        [...stdout.matchAll(/^"([^"]+)","(?:USD )?(-?[\d.]+)"$/gm)].map(([, name, sum]) => [
          name,
          Number(sum),
        ]),
      );
      expect(spawnSync("hledger", ["check", "-f", file]).status).toBe(0);
      // hledger must reject a journal with a modified amount.
      const edited = (await readFile(file, "utf8")).replaceAll("USD 3.00\n", "USD 2.00\n");
      const changed = edited.replaceAll("USD -3.00 =", "USD -2.00 =");
      const wrong = spawnSync("hledger", ["check", "-f", "-"], { input: changed });
      expect(wrong.status).not.toBe(0);
      for (const [workspaceId, state] of Object.entries(states)) {
        const account = workspaceId.replace(":", "/");
        const of = (prefix: string): number => balances[`${prefix}:${account}`] ?? 0;
        expect({
          balanceUsd: of("assets:treasury"),
          depositsUsd: -of("equity:deposits") + 0,
          revenueUsd: -of("revenues") + 0,
          expenseUsd: of("expenses"),
          startingCapitalUsd: -of("equity:starting capital") + 0,
        }).toEqual(state);
      }
    },
  );

  it.runIf(hledger.status === 0)(
    "uses accounts of vendors and categories, with the same total",
    async () => {
      const accounts = join(directory, "accounts.json");
      await writeFile(accounts, '{ "vendors": { "the kiosk": "expenses:tea" } }');
      const plain = await exported("hledger", "plain");
      const mapped = await exported("hledger", "mapped", "--accounts", accounts);
      expect(spawnSync("hledger", ["check", "-f", mapped]).status).toBe(0);
      expect(await readFile(mapped, "utf8")).toContain("    expenses:tea:acme  USD");
      expect(totalOf(mapped, "expenses")).toBe(totalOf(plain, "expenses"));
    },
  );

  it.runIf(hledger.status !== 0)("hledger is not installed here, so it parsed no journal", () => {
    expect(hledger.error).toBeDefined();
  });
});
