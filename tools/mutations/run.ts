// Mutation tests: applies each mutation under `patches/` to a copy of the workspace, and expects a test to
// fail. Arguments select mutations by name. Without them, every twelfth mutation is applied, or all with
// TEST_LONG=1.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { applyMutation, testsOf } from "./apply-mutation.ts";
import { type Mutation, readMutations } from "./mutation.ts";
import { runTests } from "./run-tests.ts";
import { copyWorkspace } from "./workspace-copy.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const names = process.argv.slice(2);
const isWhole = names.length > 0 || process.env["TEST_LONG"] === "1";
const mutations = readMutations(fileURLToPath(new URL("patches", import.meta.url)), names).filter(
  (_, index) => isWhole || index % 12 === 0,
);
const copiesAtOnce = 2;

const directory = mkdtempSync(join(tmpdir(), "mutations-"));
try {
  const copies = Array.from({ length: copiesAtOnce }, (_, index) => join(directory, `${index}`));
  for (const copy of copies) copyWorkspace(root, copy);
  const problems = [
    ...(await withoutMutation(copies[0] ?? "")),
    ...(await withEach(mutations, copies)),
  ];
  for (const problem of problems) console.error(`✗ ${problem}`);
  console.log(
    problems.length === 0
      ? `${mutations.length} mutations, each detected.`
      : `${problems.length} problems.`,
  );
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  rmSync(directory, { recursive: true, force: true });
}

/** A test that fails without a mutation detects nothing. */
async function withoutMutation(copy: string): Promise<string[]> {
  const files = [...new Set(mutations.flatMap((mutation) => testsOf(mutation, copy)))];
  const { failed, broken, passed } = await runTests(copy, files, { untilFailure: false });
  console.log(`${passed} tests of ${files.length} files pass without a mutation.`);
  return [...failed, ...broken].map((test) => `Fails without any mutation: ${test}`);
}

/** Distributes the mutations over the copies, one at a time in each. */
async function withEach(
  waiting: readonly Mutation[],
  copies: readonly string[],
): Promise<string[]> {
  // The slowest is among the last by name.
  const left = waiting.toReversed();
  const problems: string[] = [];
  await Promise.all(
    copies.map(async (copy) => {
      for (let mutation = left.shift(); mutation !== undefined; mutation = left.shift()) {
        const problem = await withOne(mutation, copy).catch((error: unknown) => String(error));
        if (problem !== null) problems.push(`${mutation.name}: ${problem}`);
      }
    }),
  );
  return problems;
}

async function withOne(mutation: Mutation, copy: string): Promise<string | null> {
  const startedAt = performance.now();
  const tests = testsOf(mutation, copy);
  const takeOut = applyMutation(mutation, copy);
  try {
    const hasty = await runTests(copy, tests, { untilFailure: true });
    // A run cut short by a failure may omit that failure from its report.
    const { failed, broken } =
      hasty.failed.length > 0 ? hasty : await runTests(copy, tests, { untilFailure: false });
    if (failed[0] === undefined) {
      const why = broken.length === 0 ? "" : ` No test could run of ${broken.join(", ")}.`;
      return `No test fails. ${mutation.sentence}${why}`;
    }
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    console.log(
      `✓ ${mutation.name} (${seconds} s): ${mutation.sentence}\n    caught by: ${failed[0]}`,
    );
    return null;
  } finally {
    takeOut();
  }
}
