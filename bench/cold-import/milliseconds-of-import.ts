import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** Measures the first import of a new process, as written in a module in the folder of `from`. */
export async function millisecondsOfImport(specifier: string, from: URL): Promise<number> {
  const script = `const begun = performance.now();
const imported = await import(${JSON.stringify(specifier)});
const milliseconds = performance.now() - begun;
if (Object.keys(imported).length === 0) throw new Error("It exports nothing.");
process.stdout.write(String(milliseconds));`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--input-type=module", "--eval", script],
    { cwd: fileURLToPath(new URL(".", from)), env: { PATH: process.env["PATH"] } },
  );
  return Number(stdout);
}
