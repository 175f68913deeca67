// Checks types, lint, language and format, of everything or of one file or folder.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const bin = (name: string): string => join(root, "node_modules/.bin", name);
const compiler = join(root, "node_modules/typescript-7/lib/tsc.js");

const [given, ...others] = process.argv.slice(2).filter((argument) => argument !== "--");
const path = given === undefined ? null : resolve(process.env["INIT_CWD"] ?? root, given);
if (others.length > 0 || (path !== null && !existsSync(path))) {
  console.error(`Usage: check [path]. ${path === null ? "" : `There is no ${given}.`}`.trim());
  process.exit(2);
}
const paths = path === null ? [] : [relative(root, path)];

const checks: readonly (readonly [name: string, command: string, ...more: string[]])[] = [
  [
    "types",
    process.execPath,
    compiler,
    ...(path === null
      ? ["--build", "--checkers", "1"]
      : ["--project", projectOf(path), "--noEmit"]),
  ],
  ["lint", bin("oxlint"), "--type-aware", ...paths],
  ["prose", process.execPath, join(root, "tools/prose/run.ts"), ...paths],
  ["format", bin("oxfmt"), "--check", ...paths],
];

const begun = performance.now();
const codes: number[] = [];
if (path === null) {
  // One after another: each uses all processors, and the types several GB.
  for (const check of checks) codes.push(await run("inherit", ...check));
} else {
  codes.push(...(await Promise.all(checks.map((check) => run("pipe", ...check)))));
}
process.exitCode = Math.max(...codes);
console.log(
  `${codes.every((code) => code === 0) ? "Passed" : "Failed"} in ${secondsSince(begun)} s.`,
);

/** Runs one check, and prints how long it took. With pipes its output is printed at its end. */
async function run(
  output: "inherit" | "pipe",
  name: string,
  command: string,
  ...more: readonly string[]
): Promise<number> {
  const since = performance.now();
  const child = spawn(command, more, { cwd: root, stdio: ["inherit", output, output] });
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (part: Buffer) => printed.push(part));
  }
  const ended = Promise.withResolvers<number>();
  child.once("close", (code) => ended.resolve(code ?? 1)).once("error", ended.reject);
  const code = await ended.promise;
  process.stdout.write(Buffer.concat(printed));
  console.log(`${name}: ${code === 0 ? "passed" : "failed"} in ${secondsSince(since)} s`);
  return code;
}

/** The folder of the nearest project. */
function projectOf(from: string): string {
  if (existsSync(join(from, "tsconfig.json"))) return from;
  return projectOf(dirname(from));
}

function secondsSince(moment: number): string {
  return ((performance.now() - moment) / 1_000).toFixed(1);
}
