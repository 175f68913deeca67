import { expect, it } from "vitest";
import { writeReport } from "./report.ts";

const circumstances = {
  date: "2026-11-21",
  machine: "2 × processor",
  command: "npx -y pnpm@12 bench ledger-hot",
};

it("writes tables, remarks, settings, and the command", () => {
  const table = {
    columns: ["", "a second", "ratio"],
    rows: [
      { name: "treasury", cells: ["12,300", ""] },
      { name: "somebody else", cells: ["41", "300 ×"] },
    ],
  };
  const report = { tables: [table], remarks: ["It holds."], settings: { server: "PostgreSQL 18" } };
  expect(writeReport(report, circumstances)).toBe(`|               | a second | ratio |
| ------------- | -------: | ----: |
| treasury      |   12,300 |       |
| somebody else |       41 | 300 × |

It holds.

- server: PostgreSQL 18
- machine: 2 × processor

Run on 2026-11-21 by \`npx -y pnpm@12 bench ledger-hot\`.`);
});

it("includes a row for a contestant that did not run, with its requirement", () => {
  const rows = [{ name: "pgbench", notRun: "install Debian's postgresql" }];
  const report = { tables: [{ columns: ["", "a second", "ratio"], rows }], settings: {} };
  const written = writeReport(report, circumstances);
  expect(written).toContain("| pgbench | not run: install Debian's postgresql |");
});

it("escapes text that would end its cell", () => {
  const rows = [{ name: "a|b", cells: ["1"] }];
  const report = { tables: [{ columns: ["", "n"], rows }], settings: {} };
  expect(writeReport(report, circumstances)).toContain(String.raw`| a\|b |`);
});
