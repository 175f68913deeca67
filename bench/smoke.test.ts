import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { benches } from "./benches.ts";
import type { Database } from "./database/database.ts";
import { startEmbeddedServer } from "./database/embedded-server.ts";
import { findPrograms, startInstalledServer } from "./database/installed-server.ts";
import { replaceSection } from "./harness/document-section.ts";
import { type Report, writeReport } from "./harness/report.ts";
import { ledgerOne } from "./ledger/ledger-benches.ts";
import { removeKeptLedgers } from "./reads/filled-ledgers.ts";

const programs = await findPrograms(undefined);
/** Every bench with `TEST_LONG`. Otherwise the smallest, unless it runs on the machine's own server below. */
const shortly = programs === null ? [ledgerOne] : [];
const smoked = process.env["TEST_LONG"] === "1" ? benches : shortly;
const circumstances = { date: "2026-11-21", machine: "a machine", command: "a command" };
const tiny = { size: "tiny", progress: () => {} } as const;

describe.runIf(smoked.length > 0)("a bench, at its smallest", () => {
  let server: Database;
  beforeAll(async () => {
    server = await startEmbeddedServer();
  });
  afterAll(async () => {
    removeKeptLedgers();
    await server.close();
  });

  it.each(smoked)("$name runs, and has a figure in every available row", async (bench) => {
    // Each bench throws when its answered and recorded spends differ.
    const report = await bench.run({ ...tiny, databaseUrl: server.url });
    expect(namesOf(report)).not.toEqual([]);
    expectFigures(report);
  });
});

it("runs pgbench where it is installed, on the machine's own server", async ({ annotate }) => {
  if (programs === null) {
    await annotate("Not run: no PostgreSQL is installed. bench/install-debian.sh installs it.");
    return;
  }
  const server = await startInstalledServer(programs);
  try {
    const report = await ledgerOne.run({ ...tiny, databaseUrl: server.url });
    expect(namesOf(report)).toContain("`pgbench -N`");
    expectFigures(report);
  } finally {
    await server.close();
  }
});

it("has a section for each bench in bench/results.md", async () => {
  const document = await readFile(new URL("results.md", import.meta.url), "utf8");
  for (const { name } of benches) expect(replaceSection(document, name, "new")).toContain("new");
});

it("lists each bench's question in its README", async () => {
  const readme = await readFile(new URL("README.md", import.meta.url), "utf8");
  const rows = [...readme.matchAll(/^\| `([a-z-]+)` +\|/gm)].map(([, name]) => name);
  expect(rows).toEqual(benches.map(({ name }) => name));
});

it("names each bench once", () => {
  expect(new Set(benches.map(({ name }) => name)).size).toBe(benches.length);
});

/** The rows that ran. */
function namesOf({ tables }: Report): string[] {
  return tables
    .flatMap(({ rows }) => rows)
    .filter((row) => "cells" in row)
    .map(({ name }) => name);
}

function expectFigures(report: Report): void {
  const rows = report.tables.flatMap((table) => table.rows);
  const ran = rows.filter((row) => "cells" in row);
  expect(ran.filter(({ cells }) => !/^[\d,.]+/.test(cells[0] ?? ""))).toEqual([]);
  expect(writeReport(report, circumstances)).not.toMatch(/NaN|undefined/);
}
