import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

export interface Finding {
  readonly path: string;
  readonly rule: string;
  readonly message: string;
  readonly severity: string;
}

interface Diagnostic {
  readonly code?: string;
  readonly filename: string;
  readonly message: string;
  readonly severity: string;
}

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Lints files with the workspace's settings, as if they were in it. */
export function runOxlint(files: Readonly<Record<string, string>>): Finding[] {
  const directory = mkdtempSync(join(tmpdir(), "lint-"));
  try {
    for (const [path, code] of Object.entries(files)) {
      mkdirSync(dirname(join(directory, path)), { recursive: true });
      writeFileSync(join(directory, path), code);
    }
    const run = spawnSync(
      process.execPath,
      [
        join(root, "node_modules/oxlint/bin/oxlint"),
        "--format=json",
        `--config=${join(root, ".oxlintrc.json")}`,
        directory,
      ],
      { cwd: directory, encoding: "utf8" },
    );
    return readFindings(run.stdout, run.stderr, directory);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function readFindings(output: string, errors: string, directory: string): Finding[] {
  const start = output.indexOf("{");
  if (start < 0) throw new Error(`oxlint returned no report: ${output}${errors}`);
  const report = JSON.parse(output.slice(start)) as { diagnostics: Diagnostic[] };
  return report.diagnostics.map((diagnostic) => ({
    path: relative(directory, join(directory, diagnostic.filename)).replaceAll("\\", "/"),
    rule: diagnostic.code ?? "",
    message: diagnostic.message,
    severity: diagnostic.severity,
  }));
}
