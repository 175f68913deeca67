import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const architecture = process.arch === "x64" ? "amd64" : process.arch;

/** The path of anvil's binary, or null on a system for which npm has none. */
export const anvilBinary: string | null = find();

if (anvilBinary === null) {
  console.info(
    "The tests on a chain are skipped: @foundry-rs/anvil has no binary for this system.",
  );
}

function find(): string | null {
  const anvil = createRequire(import.meta.url).resolve("@foundry-rs/anvil/bin.mjs");
  try {
    const manifest = createRequire(anvil).resolve(
      `@foundry-rs/anvil-${process.platform}-${architecture}/package.json`,
    );
    const name = process.platform === "win32" ? "anvil.exe" : "anvil";
    const path = join(dirname(manifest), "bin", name);
    return existsSync(path) ? path : null;
  } catch {
    return null;
  }
}
