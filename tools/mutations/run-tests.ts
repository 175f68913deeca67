import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";

/** The result of some test files. */
export interface TestRun {
  readonly passed: number;
  /** Each with its file. */
  readonly failed: readonly string[];
  /** Requested files of which no test ran. */
  readonly broken: readonly string[];
}

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** Fewer histories than the full tests, because these mutations show early. */
const environment = { HISTORIES: "3000", SQLITE_HISTORIES: "100", RULE_HISTORIES: "500" };

/** Runs test files of a workspace, optionally up to the first failure. */
export async function runTests(
  workspace: string,
  files: readonly string[],
  options: { readonly untilFailure: boolean },
): Promise<TestRun> {
  const reportPath = join(workspace, "report.json");
  rmSync(reportPath, { force: true });
  const vitest = join(workspace, "node_modules", "vitest", "vitest.mjs");
  // A mutated test that waits in vain fails soon.
  const bail = options.untilFailure ? ["--bail=1", "--testTimeout=30000"] : [];
  const child = spawn(
    process.execPath,
    [vitest, "run", ...bail, "--reporter=json", `--outputFile=${reportPath}`, ...files],
    { cwd: workspace, env: { ...process.env, ...environment }, stdio: ["ignore", "pipe", "pipe"] },
  );
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  await once(child, "close");
  if (!existsSync(reportPath)) throw new Error(`vitest wrote no report:\n${output}`);
  return resultOf(JSON.parse(readFileSync(reportPath, "utf8")) as Report, workspace, files);
}

function resultOf({ testResults }: Report, workspace: string, files: readonly string[]): TestRun {
  const ran = testResults.map(({ name, assertionResults }) => ({
    file: relative(workspace, name),
    passed: assertionResults.filter(({ status }) => status === "passed").length,
    failed: assertionResults.filter(({ status }) => status === "failed"),
  }));
  return {
    passed: ran.reduce((sum, { passed }) => sum + passed, 0),
    failed: ran.flatMap(({ file, failed }) =>
      failed.map(({ fullName }) => `${fullName} (${file})`),
    ),
    broken: files.filter(
      (path) =>
        !ran.some(({ file, passed, failed }) => file === path && passed + failed.length > 0),
    ),
  };
}
