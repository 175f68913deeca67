import { type ChildProcess, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";

export interface Runtime {
  readonly name: string;
  readonly binary: string;
  /** Before the program. */
  readonly flags: readonly string[];
}

/** The package of a runtime has its binary in a package for each system. */
function binaryOf(name: string, packages: readonly string[], file: string): string {
  const { resolve } = createRequire(createRequire(import.meta.url).resolve(`${name}/package.json`));
  for (const one of packages) {
    try {
      return join(resolve(`${one}/package.json`), "..", file);
    } catch {
      // Of another system.
    }
  }
  throw new Error(`The package ${name} has no binary for this system.`);
}

const { platform, arch } = process;

export const bun: Runtime = {
  name: "Bun",
  binary: binaryOf(
    "bun",
    [`@oven/bun-${platform}-${arch === "arm64" ? "aarch64" : arch}`],
    "bin/bun",
  ),
  flags: ["run"],
};

export const deno: Runtime = {
  name: "Deno",
  binary: binaryOf(
    "deno",
    [`@deno/${platform}-${arch}-glibc`, `@deno/${platform}-${arch}`],
    "deno",
  ),
  flags: ["run", "--allow-all", "--no-lock"],
};

export const nodeOfWorkspace: Runtime = {
  name: `Node ${process.versions.node}`,
  binary: process.execPath,
  flags: [],
};

/** Another version of Node, which npm downloads. */
export function nodeFromNpm(version: number): Runtime {
  return { name: `Node ${version}`, binary: "npx", flags: ["-y", "-p", `node@${version}`, "node"] };
}

export function startOn(
  { binary, flags }: Runtime,
  program: string,
  words: readonly string[] = [],
  env: NodeJS.ProcessEnv = process.env,
): ChildProcess & { readonly stdout: NonNullable<ChildProcess["stdout"]> } {
  return spawn(binary, [...flags, program, ...words], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
}
