import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Whether this clone has a commit; a shallow clone may not. */
export function hasCommit(commit: string): boolean {
  try {
    execFileSync("git", ["cat-file", "-e", `${commit}^{commit}`], { cwd: root, stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/**
 * Extracts the packages and the fault-injection tests of a commit. Its packages are linked to each
 * other and to the installed dependencies. Returns the path of a current script, copied among the
 * old tests so that it runs on the old packages.
 */
export function extractVersion(
  commit: string,
  directory: string,
  script: string,
  /** The folder of the tests in that commit. */
  tests: "battery" | "fault-injection" = "battery",
): string {
  const source = join(directory, "source");
  mkdirSync(source, { recursive: true });
  const archive = execFileSync("git", ["archive", commit, "packages", tests], {
    cwd: root,
    maxBuffer: 256 * 1024 * 1024,
  });
  execFileSync("tar", ["-x", "-C", source], { input: archive });
  const own = join(source, "node_modules", "@agent-treasury");
  mkdirSync(own, { recursive: true });
  for (const name of readdirSync(join(source, "packages"))) {
    symlinkSync(join(source, "packages", name), join(own, name));
  }
  if (tests === "battery") linkHistories(join(source, "node_modules", "test-suites"));
  const installed = realpathSync(join(root, "node_modules/.pnpm/node_modules"));
  symlinkSync(installed, join(directory, "node_modules"));
  const copy = join(source, tests, "processes", script);
  if (!existsSync(copy)) copyFileSync(join(root, "fault-injection/processes", script), copy);
  return copy;
}

/**
 * Version 0.1 has its histories in the package `testing`, and the current ones do not fit its
 * commands.
 */
function linkHistories(directory: string): void {
  mkdirSync(directory);
  const manifest = { type: "module", exports: { "./histories": "./histories.js" } };
  writeFileSync(join(directory, "package.json"), JSON.stringify(manifest));
  const histories = 'export * from "@agent-treasury/testing/histories";\n';
  writeFileSync(join(directory, "histories.js"), histories);
}
