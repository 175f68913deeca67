// Mutation tests: applies each bug under `bugs/` to a copy of the workspace, and expects a test to
// fail. Arguments select bugs by name.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Bug, readBugs } from "./bug.ts";
import { plant } from "./plant.ts";
import { runTests } from "./run-tests.ts";
import { copyWorkspace } from "./workspace-copy.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const bugs = readBugs(fileURLToPath(new URL("bugs", import.meta.url)), process.argv.slice(2));
const copiesAtOnce = 2;

const directory = mkdtempSync(join(tmpdir(), "planted-"));
try {
  const copies = Array.from({ length: copiesAtOnce }, (_, index) => join(directory, `${index}`));
  for (const copy of copies) copyWorkspace(root, copy);
  const problems = [...(await withoutBugs(copies[0] ?? "")), ...(await withEach(bugs, copies))];
  for (const problem of problems) console.error(`✗ ${problem}`);
  console.log(
    problems.length === 0 ? `${bugs.length} bugs, each detected.` : `${problems.length} problems.`,
  );
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  rmSync(directory, { recursive: true, force: true });
}

/** A test that fails without a bug detects nothing. */
async function withoutBugs(copy: string): Promise<string[]> {
  const files = [...new Set(bugs.flatMap(({ tests }) => tests))];
  const { failed, broken, passed } = await runTests(copy, files, { untilFailure: false });
  console.log(`${passed} tests of ${files.length} files pass without a bug.`);
  return [...failed, ...broken].map((test) => `Fails without any bug: ${test}`);
}

/** Distributes the bugs over the copies, one at a time in each. */
async function withEach(waiting: readonly Bug[], copies: readonly string[]): Promise<string[]> {
  const left = [...waiting];
  const problems: string[] = [];
  await Promise.all(
    copies.map(async (copy) => {
      for (let bug = left.shift(); bug !== undefined; bug = left.shift()) {
        const problem = await withOne(bug, copy).catch((error: unknown) => String(error));
        if (problem !== null) problems.push(`${bug.name}: ${problem}`);
      }
    }),
  );
  return problems;
}

async function withOne(bug: Bug, copy: string): Promise<string | null> {
  const startedAt = performance.now();
  const takeOut = plant(bug, copy);
  try {
    const hasty = await runTests(copy, bug.tests, { untilFailure: true });
    // A run cut short by a failure may omit that failure from its report.
    const { failed, broken } =
      hasty.failed.length > 0 ? hasty : await runTests(copy, bug.tests, { untilFailure: false });
    if (failed[0] === undefined) {
      const why = broken.length === 0 ? "" : ` No test could run of ${broken.join(", ")}.`;
      return `No test fails. ${bug.sentence}${why}`;
    }
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    console.log(`✓ ${bug.name} (${seconds} s): ${bug.sentence}\n    caught by: ${failed[0]}`);
    return null;
  } finally {
    takeOut();
  }
}
