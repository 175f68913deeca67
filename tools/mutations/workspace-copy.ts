import { cpSync, existsSync, mkdirSync, readdirSync, realpathSync, symlinkSync } from "node:fs";
import { join, relative } from "node:path";

const scope = "@agent-treasury";
/** Folders of workspace packages with an unscoped name that import ours. */
const unscoped = new Map([
  ["test-suites", "test-suites"],
  ["evm-for-tests", "tools/evm-for-tests"],
]);
const notCopied = new Set(["node_modules", "dist", ".git", ".next", ".data", "site"]);
const filesAtRoot = [
  "package.json",
  "pnpm-workspace.yaml",
  "tsconfig.base.json",
  "vitest.config.ts",
];

/**
 * Copies the files that tests need, so that a mutation never changes the checkout. Installed modules are
 * linked; our own packages are copied.
 */
export function copyWorkspace(root: string, copy: string): void {
  for (const file of filesAtRoot) cpSync(join(root, file), join(copy, file));
  const packages = readdirSync(join(root, "packages")).map((name) => join("packages", name));
  for (const path of [...packages, "fault-injection", "tools/build", ...unscoped.values()]) {
    const [from, to] = [join(root, path), join(copy, path)];
    cpSync(from, to, { recursive: true, filter: (file) => isCopied(relative(from, file)) });
    linkModules(join(from, "node_modules"), join(to, "node_modules"), copy);
  }
  linkModules(join(root, "node_modules"), join(copy, "node_modules"), copy);
}

function isCopied(path: string): boolean {
  return !path.split(/[\\/]/).some((part) => notCopied.has(part));
}

function linkModules(from: string, to: string, copy: string): void {
  if (!existsSync(from)) return;
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    // Caches and commands of tools are not copied.
    if (name.startsWith(".")) continue;
    if (!name.startsWith("@")) {
      const folder = unscoped.get(name);
      const target = folder === undefined ? realpathSync(join(from, name)) : join(copy, folder);
      symlinkSync(target, join(to, name));
      continue;
    }
    mkdirSync(join(to, name));
    for (const scoped of readdirSync(join(from, name))) {
      const isOurs = name === scope;
      const target = isOurs
        ? join(copy, "packages", scoped)
        : realpathSync(join(from, name, scoped));
      symlinkSync(target, join(to, name, scoped));
    }
  }
}
