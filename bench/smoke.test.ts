import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { benches } from "./benches.ts";
import { replaceSection } from "./harness/document-section.ts";
import { writeReport } from "./harness/report.ts";

const circumstances = { date: "2026-11-21", machine: "a machine", command: "a command" };

describe("every bench, at its smallest", () => {
  it.each(benches)("$name runs, and has a figure in every row that it could run", async (bench) => {
    // Each one checks by itself that what was answered was recorded, and throws where it was not.
    const report = await bench.run({ size: "tiny", progress: () => {} });
    const written = writeReport(report, circumstances);
    const rows = report.tables.flatMap((table) => table.rows);
    const ran = rows.filter((row) => "cells" in row);
    expect(ran.length).toBeGreaterThan(0);
    expect(ran.filter(({ cells }) => !/^[\d,.]+/.test(cells[0] ?? ""))).toEqual([]);
    expect(written).not.toContain("NaN");
    expect(written).not.toContain("undefined");
  });
});

it("has a place for each bench in docs/performance.md", async () => {
  const document = await readFile(new URL("../docs/performance.md", import.meta.url), "utf8");
  for (const { name } of benches) expect(replaceSection(document, name, "new")).toContain("new");
});

it("names each bench once", () => {
  expect(new Set(benches.map(({ name }) => name)).size).toBe(benches.length);
});
