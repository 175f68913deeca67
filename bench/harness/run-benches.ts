import { readFile, writeFile } from "node:fs/promises";
import type { Bench } from "./bench.ts";
import type { Asked } from "./command-line.ts";
import { replaceSection } from "./document-section.ts";
import { describeMachine } from "./machine.ts";
import { type Report, writeReport } from "./report.ts";

/** Runs the benches one after another, and writes each one's report as soon as it is there. */
export async function runBenches(
  benches: readonly Bench[],
  asked: Asked,
  documentPath: string,
): Promise<void> {
  for (const bench of benches) {
    const progress = (text: string): void => void process.stderr.write(`${bench.name}  ${text}\n`);
    progress(bench.summary);
    const report = await bench.run({ ...asked.context, progress });
    const text = await describe(bench, report, asked);
    if (asked.dry) {
      process.stdout.write(`\n## ${bench.name}\n\n${text}\n`);
      continue;
    }
    // Read anew each time: somebody may have edited the words around the figures meanwhile.
    const document = await readFile(documentPath, "utf8");
    await writeFile(documentPath, replaceSection(document, bench.name, text));
    progress(`written to docs/performance.md`);
  }
}

/** Finds the benches by name; all of them when none is named. */
export function chooseBenches(benches: readonly Bench[], names: readonly string[]): Bench[] {
  if (names.length === 0) return [...benches];
  return names.map((name) => {
    const bench = benches.find((one) => one.name === name);
    if (bench !== undefined) return bench;
    const known = benches.map((one) => one.name).join(", ");
    throw new Error(`There is no bench "${name}": there are ${known}.`);
  });
}

async function describe(bench: Bench, report: Report, { context }: Asked): Promise<string> {
  const entries = context.entries === undefined ? "" : ` --entries ${context.entries}`;
  const pgledger = "pgledger" in report.settings ? " --pgledger PATH" : "";
  const previous = context.previousPath === undefined ? "" : " --previous PATH";
  return writeReport(report, {
    date: new Date().toISOString().slice(0, 10),
    machine: await describeMachine(),
    command: `npx -y pnpm@12 bench ${bench.name}${pgledger}${previous}${entries}`,
  });
}
