import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Micros } from "@agent-treasury/provider";
import { afterAll, beforeAll, expect, it, type TestContext } from "vitest";
import { generateMonth, type Month, monthAccounts } from "./accountants-month.fixture.ts";
import { run } from "./run-program.fixture.ts";

const operations = process.env["TEST_LONG"] === undefined ? 40 : 1_000;

let directory: string;
let month: Month;
let exports = 0;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "month-"));
  month = await generateMonth(join(directory, "treasury.db"), operations);
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** Exports the month with accounts that the format can contain. Returns the file's path. */
async function exported(
  format: string,
  named: (name: string) => string,
  words: readonly string[] = [],
): Promise<string> {
  const { vendors, categories, agents } = monthAccounts;
  const rename = (names: object): object =>
    Object.fromEntries(Object.entries(names).map(([key, name]) => [key, named(String(name))]));
  const accounts = {
    accounts: rename({ expenses: "other", deposits: "Deposits", treasury: "Treasury", ...others }),
    vendors: rename(vendors),
    categories: rename(categories),
    agents: rename(agents),
  };
  const map = join(directory, `${format}.json`);
  await writeFile(map, JSON.stringify(accounts));
  exports += 1;
  const out = join(directory, `${format}.${exports}`);
  const database = `sqlite:${join(directory, "treasury.db")}`;
  const target = ["--format", format, "--accounts", map, "--out", out, ...words];
  const ended = await run(["export", "acme", "--database", database, ...target]);
  expect([ended.exitCode, ended.stderr]).toEqual([0, expect.stringContaining("Exported")]);
  return out;
}

const others = { startingCapital: "Capital", openingBalances: "Opening", rounding: "Rounding" };

/** The month's totals by account, of which the treasury's is what came in less what was spent. */
function totals(): Readonly<Record<string, Micros>> {
  const { expenses, deposits, startingCapital } = month;
  const spent = [...expenses.values()].reduce(Micros.add, Micros.zero);
  return {
    ...Object.fromEntries(expenses),
    Deposits: Micros.negate(deposits),
    Capital: Micros.negate(startingCapital),
    Treasury: Micros.subtract(Micros.add(startingCapital, deposits), spent),
  };
}

function toCents(amount: Micros): string {
  const sign = amount < 0n ? -1n : 1n;
  const rounded = ((sign * amount + Micros.perCent / 2n) / Micros.perCent) * Micros.perCent;
  return Micros.format(Micros.of(sign * rounded));
}

function microsOf(text: string): Micros {
  const [, sign = "", whole = "0", fraction = ""] = /^(-?)(\d*)\.?(\d*)$/.exec(text) ?? [];
  return Micros.of(`${sign}${whole}${fraction.padEnd(6, "0")}`);
}

function rowsOf(csv: string): readonly (readonly string[])[] {
  return csv
    .trimEnd()
    .split("\n")
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
        ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "",
      ),
    );
}

function summed(rows: readonly (readonly [name: string, amount: Micros])[]): Map<string, Micros> {
  const sums = new Map<string, Micros>();
  for (const [name, amount] of rows) {
    sums.set(name, Micros.add(sums.get(name) ?? Micros.zero, amount));
  }
  return sums;
}

/** A number of the program's column `debits`, less that of `credits`. */
function balanced([number = "", , account = "", debit = "", credit = ""]: readonly string[]) {
  return { number, account, amount: Micros.subtract(microsOf(debit), microsOf(credit)) };
}

it("has every kind of entry, and fractions of a cent", async () => {
  const journal = await readFile(await exported("hledger", (name) => name), "utf8");
  for (const part of ["Refund by", "tokens", "purchase", "dispute"]) {
    expect(journal.toLowerCase()).toContain(part.toLowerCase());
  }
  const csv = await readFile(await exported("quickbooks", (name) => name), "utf8");
  expect(csv).toContain(",Rounding,");
  expect([...month.expenses.keys()].toSorted()).toEqual([
    "Domains",
    "Hosting",
    "Research",
    "other",
  ]);
  expect([...month.expenses.values()].some((amount) => amount % Micros.perCent !== 0n)).toBe(true);
});

function skipWithout(test: TestContext, name: string): void {
  test.skip(spawnSync(name, ["--version"]).status !== 0, `${name} is not installed`);
}

it("has the same totals in hledger, exactly", async (test) => {
  skipWithout(test, "hledger");
  const file = await exported("hledger", (name) => name);
  expect(spawnSync("hledger", ["check", "-f", file]).status).toBe(0);
  const words = ["balance", "-f", file, "--flat", "--no-total", "-O", "csv"];
  const { stdout } = spawnSync("hledger", words, { encoding: "utf8" });
  const found = Object.fromEntries(
    [...stdout.matchAll(/^"([^"]+):acme","(?:USD )?(-?[\d.]+)"$/gm)].map(
      ([, name = "", sum = ""]) => [name, microsOf(sum)],
    ),
  );
  expect(found).toEqual(totals());
});

it("has the same totals in beancount, exactly", async (test) => {
  skipWithout(test, "bean-check");
  const file = await exported("beancount", (name) => `Expenses:${titled(name)}`);
  const { stderr, status } = spawnSync("bean-check", [file], { encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
  const query = "SELECT account, sum(number) GROUP BY account";
  const asked = spawnSync("bean-query", ["-f", "csv", file, query], { encoding: "utf8" });
  const found = Object.fromEntries(
    rowsOf(asked.stdout)
      .slice(1)
      .map(([account = "", sum = ""]) => [account.trim(), microsOf(sum.trim())]),
  );
  const expected = Object.entries(totals()).map(([name, sum]) => [`Expenses:${titled(name)}`, sum]);
  expect(found).toEqual(Object.fromEntries(expected));
});

const titled = (name: string): string => name.replace(/^./, (letter) => letter.toUpperCase());

it("has balanced journals for QuickBooks, whose totals are equal to the cent", async () => {
  const csv = await readFile(await exported("quickbooks", (name) => name), "utf8");
  const lines = rowsOf(csv).slice(1).map(balanced);
  const journals = summed(lines.map(({ number, amount }) => [number, amount]));
  expect([...journals].filter(([, sum]) => sum !== Micros.zero)).toEqual([]);
  const accounts = summed(lines.map(({ account, amount }) => [account, amount]));
  expect(centsIn(accounts)).toEqual(expectedCents());
});

function centsIn(accounts: ReadonlyMap<string, Micros>): Readonly<Record<string, string>> {
  const entries = [...accounts].filter(([name]) => name !== "Rounding");
  return Object.fromEntries(entries.map(([name, sum]) => [name, Micros.format(sum)]));
}

function expectedCents(): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(totals()).map(([name, sum]) => [name, toCents(sum)]));
}

it("has balanced journals for Xero, whose totals are equal to the cent", async () => {
  const csv = await readFile(await exported("xero", (name) => name), "utf8");
  const lines = rowsOf(csv).slice(1);
  const journals = summed(
    lines.map(([narration = "", , , , , sum = ""]) => [narration, microsOf(sum)]),
  );
  expect([...journals].filter(([, sum]) => sum !== Micros.zero)).toEqual([]);
  const accounts = summed(
    lines.map(([, , , account = "", , sum = ""]) => [account, microsOf(sum)]),
  );
  expect(centsIn(accounts)).toEqual(expectedCents());
});

it("can be imported day by day, with the same totals", async () => {
  const days = ["2026-11-01", "2026-11-09", "2026-11-10", "2026-11-22", "2026-11-23", "2026-12-31"];
  const parts: string[] = [];
  for (let at = 0; at < days.length; at += 2) {
    const words = ["--from", String(days[at]), "--to", String(days[at + 1])];
    const csv = await readFile(await exported("quickbooks", (name) => name, words), "utf8");
    parts.push(...csv.trimEnd().split("\n").slice(1));
  }
  const whole = await readFile(await exported("quickbooks", (name) => name), "utf8");
  expect(parts.join("\n")).toBe(whole.trimEnd().split("\n").slice(1).join("\n"));
});

it("has the same totals in LibreOffice, to the cent", async (test) => {
  skipWithout(test, "soffice");
  const csv = await readFile(await exported("quickbooks", (name) => name), "utf8");
  const rows = csv.trimEnd().split("\n");
  const last = rows.length;
  const names = Object.keys(totals());
  const sums = names.map((name) => {
    const sum = (column: string): string =>
      `SUMIF(C2:C${last},"${name}",${column}2:${column}${last})`;
    const formula = `=ROUND(${sum("D")}-${sum("E")},2)`;
    return `total,,${name},"${formula.replaceAll('"', '""')}"`;
  });
  const sheet = join(directory, "month.csv");
  await writeFile(sheet, `${[...rows, ...sums].join("\n")}\n`);
  const profile = `-env:UserInstallation=file://${join(directory, "profile")}`;
  const read = "--infilter=CSV:44,34,76,1,,1033,false,true,false,false,false,-1,true";
  const write = ["--convert-to", "csv:Text - txt - csv (StarCalc):44,34,76,1,,1033"];
  const where = ["--outdir", join(directory, "sums"), sheet];
  const words = [profile, "--headless", read, ...write, ...where];
  const { status, stderr } = spawnSync("soffice", words, { encoding: "utf8" });
  expect([status, stderr]).toEqual([0, expect.any(String)]);
  const computed = rowsOf(await readFile(join(directory, "sums", "month.csv"), "utf8"));
  const found = computed.filter(([first]) => first === "total");
  const amounts = found.map(([, , name = "", sum = ""]) => [name, Micros.format(microsOf(sum))]);
  expect(Object.fromEntries(amounts)).toEqual(expectedCents());
});
