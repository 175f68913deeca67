import { readFile, writeFile } from "node:fs/promises";
import { anvilBinary } from "evm-for-tests";
import type { Bench } from "../harness/bench.ts";
import { replaceSection } from "../harness/document-section.ts";
import type { Row } from "../harness/report.ts";
import { type ComparedContestant, compare } from "./compare.ts";
import { contestants } from "./contestants.ts";
import { writeDocument } from "./document.ts";
import { faults as allFaults } from "./fault-list.ts";
import { writePage } from "./page.ts";
import { cellOutcomes, countOf } from "./summary.ts";

/** How to install the packages that are compared with. */
export const installation =
  "install it by `npm install --ignore-scripts --no-package-lock --prefix bench/faults/peers`";

const pageUrl = new URL("comparison.html", import.meta.url);
const documentUrl = new URL("../../docs/comparison.md", import.meta.url);

/** Counts outcomes, and writes the page and the document. */
export const faults: Bench = {
  name: "faults",
  summary: "published payment clients, budgets and approvals under the same faults",
  run: async ({ size, progress }) => {
    const isTiny = size === "tiny";
    const chosen = isTiny ? contestants.slice(0, 2) : contestants;
    if (anvilBinary === null) {
      const notRun = "install `@foundry-rs/anvil`, which has no binary for this system";
      return { tables: [{ columns: ["", notRun], rows: [] }], settings: {} };
    }
    const comparison = await compare(chosen, isTiny ? allFaults.slice(0, 2) : allFaults, progress);
    if (!isTiny) {
      await writeFile(pageUrl, writePage(comparison, new Date().toISOString().slice(0, 10)));
      const document = await readFile(documentUrl, "utf8");
      await writeFile(documentUrl, replaceSection(document, "faults", writeDocument(comparison)));
      progress("written to bench/faults/comparison.html and docs/comparison.md");
    }
    return {
      tables: [
        {
          columns: ["faults by outcome", ...cellOutcomes.toReversed()],
          rows: comparison.contestants.map(rowFor),
        },
      ],
      remarks: ["Each fault, and what a cell means: [comparison](../docs/comparison.md)."],
      settings: {
        chain: "anvil, two of them, each with one cell after another",
        seller: "one on https for each rail, with `payment-identifier`",
        faults: String(comparison.faults.length),
      },
    };
  },
};

function rowFor(compared: ComparedContestant): Row {
  const { name } = compared.contestant;
  if (compared.cells === null) return { name, notRun: installation };
  const cells = cellOutcomes.toReversed().map((outcome) => String(countOf(compared, outcome)));
  return { name, cells };
}
