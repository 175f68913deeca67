import { readFile, writeFile } from "node:fs/promises";
import type { Bench } from "./bench.ts";
import type { Asked } from "./command-line.ts";
import { replaceSection } from "./document-section.ts";
import { describeMachine } from "./machine.ts";
import { writeReport } from "./report.ts";

/**
 * Runs benches one after another and prints their reports. Only a run of all benches writes the
 * document, at its end, so that all its figures are of one run.
 *
 * @throws Error after all others ran, if some failed. Their sections of the document stay as they were.
 */
export async function runBenches(
  benches: readonly Bench[],
  asked: Asked,
  documentPath: string,
): Promise<void> {
  if (asked.context.previousPath !== undefined) expectComparison(benches);
  const date = new Date().toISOString().slice(0, 10);
  const texts = new Map<string, string>();
  const failures = new Map<string, unknown>();
  for (const bench of benches) {
    const begun = performance.now();
    const progress = (text: string): void => {
      const seconds = Math.round((performance.now() - begun) / 1_000);
      process.stderr.write(`${bench.name} ${seconds} s  ${text}\n`);
    };
    progress(bench.summary);
    try {
      const report = await bench.run({ ...asked.context, progress });
      progress("done");
      const circumstances = { date, machine: await describeMachine(), command: commandOf(asked) };
      const text = writeReport(report, circumstances);
      texts.set(bench.name, text);
      process.stdout.write(`\n## ${bench.name}\n\n${text}\n`);
    } catch (error) {
      failures.set(bench.name, error);
      progress(`failed: ${String(error)}`);
    }
  }
  if (!asked.dry && asked.names.length === 0) await writeSections(texts, documentPath);
  if (failures.size === 0) return;
  throw new AggregateError(failures.values(), `Failed: ${[...failures.keys()].join(", ")}.`);
}

async function writeSections(
  texts: ReadonlyMap<string, string>,
  documentPath: string,
): Promise<void> {
  // Read at the end, because it may have been edited during the run.
  const document = await readFile(documentPath, "utf8");
  const written = [...texts].reduce(
    (all, [name, text]) => replaceSection(all, name, text),
    document,
  );
  await writeFile(documentPath, written);
  process.stderr.write("written to bench/results.md\n");
}

function expectComparison(benches: readonly Bench[]): void {
  const names = benches.filter((bench) => !bench.comparesPrevious).map(({ name }) => name);
  if (names.length === 0) return;
  const text = `${names.join(", ")} ${names.length === 1 ? "does" : "do"} not compare with --previous.`;
  if (names.length === benches.length) throw new Error(text);
  process.stderr.write(`${text}\n`);
}

/** Finds benches by name, or returns all of them without a name. */
export function chooseBenches(benches: readonly Bench[], names: readonly string[]): Bench[] {
  if (names.length === 0) return [...benches];
  return names.map((name) => {
    const bench = benches.find((one) => one.name === name);
    if (bench !== undefined) return bench;
    const known = benches.map((one) => one.name).join(", ");
    throw new Error(`There is no bench "${name}". Use one of: ${known}.`);
  });
}

function commandOf({ names, context }: Asked): string {
  const { pgledgerPath, previousPath, entries } = context;
  return [
    ["npx -y pnpm@12 bench", ...names].join(" "),
    ...(pgledgerPath === undefined ? [] : ["--pgledger PATH"]),
    ...(previousPath === undefined ? [] : ["--previous PATH"]),
    ...(entries === undefined ? [] : [`--entries ${entries}`]),
  ].join(" ");
}
