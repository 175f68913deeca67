import { readFileSync, readdirSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import ts from "typescript";
import type { PublishedPackage } from "./published-packages.ts";

/**
 * Reports packages that a build or its declarations import without a declared dependency. The
 * workspace would resolve them, and an installation would not.
 */
export function undeclaredImports({ directory, manifest }: PublishedPackage): string[] {
  const declared = new Set([
    manifest.name,
    ...Object.keys(manifest.dependencies ?? {}),
    ...Object.keys(manifest.peerDependencies ?? {}),
  ]);
  return readdirSync(join(directory, "dist"), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(js|d\.ts)$/.test(file))
    .flatMap((file) =>
      importedPackages(readFileSync(join(directory, "dist", file), "utf8"))
        .filter((name) => !declared.has(name))
        .map(
          (name) => `${manifest.name}: dist/${file} imports ${name}, which it does not declare.`,
        ),
    );
}

function importedPackages(code: string): string[] {
  const imported = ts.preProcessFile(code, true, true).importedFiles.map((file) => file.fileName);
  const names = imported
    .filter((specifier) => !/^(?:\.|cloudflare:)/.test(specifier) && !isBuiltin(specifier))
    .map((specifier) => specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/"));
  return [...new Set(names)];
}
