import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { glob, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { underLock } from "./build-lock.ts";

/** The app that is built. */
export const appDirectory: string = fileURLToPath(new URL("..", import.meta.url));

/** The command `next`, for this process's own Node. */
export const nextCommand: string = createRequire(import.meta.url).resolve("next/dist/bin/next");

const root = fileURLToPath(new URL("../../..", import.meta.url));
const stampFile = join(appDirectory, ".next/built-from");
// Beside `.next`, which a build clears.
const lockFile = join(appDirectory, "node_modules/.cache/build-lock");
const toldAtMost = 4000;

/** What the build is made of. */
const sources = [
  "pnpm-lock.yaml",
  "tools/build/workspace-sources.ts",
  "examples/next/{package.json,tsconfig.json,next.config.ts,proxy.ts}",
  "examples/next/{app,components,lib}/**/*.{ts,tsx,css,svg}",
  "packages/*/{package.json,src/**/*.ts}",
];

/** What the build reads of the environment: the prefix of its addresses, and nothing of a treasury. */
const passed = ["PATH", "HOME", "NEXT_BASE_PATH"];

/** A build of the app, or that there is one already. */
export interface AppBuild {
  /** Whether it stands there, built from the sources as they are now. */
  readonly isThere: boolean;
  /** Builds it, unless it is there by now: others may want the same at the same time. */
  finish(): Promise<void>;
}

/** Looks whether the app is built from the sources as they are. */
export async function appBuild(): Promise<AppBuild> {
  const wanted = await digestOfSources();
  const isThere = (await readStamp()) === wanted;
  return {
    isThere,
    finish: () =>
      underLock(lockFile, async () => {
        if ((await readStamp()) === wanted) return;
        // A build that is cut short must not pass for the one that stood here before.
        await rm(stampFile, { force: true });
        await build();
        await writeFile(stampFile, wanted);
      }),
  };
}

async function build(): Promise<void> {
  const given = Object.entries(process.env).filter(([name]) => passed.includes(name));
  const child = spawn(process.execPath, [nextCommand, "build"], {
    // Next reads what its configuration imports from where it is run.
    cwd: appDirectory,
    env: { ...Object.fromEntries(given), NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let told = "";
  const hear = (piece: Buffer): void => {
    told = (told + piece.toString()).slice(-toldAtMost);
  };
  child.stdout.on("data", hear);
  child.stderr.on("data", hear);
  const code = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code !== 0) throw new Error(`The app could not be built.\n${told}`);
}

function isOfTests(name: string): boolean {
  return /\.(?:test|fixture)\.tsx?$/.test(name);
}

async function digestOfSources(): Promise<string> {
  const files: string[] = [];
  for await (const file of glob(sources, { cwd: root, exclude: isOfTests })) files.push(file);
  const hash = createHash("sha256").update(process.env["NEXT_BASE_PATH"] ?? "");
  for (const file of files.toSorted()) hash.update(file).update(await readFile(join(root, file)));
  return hash.digest("hex");
}

async function readStamp(): Promise<string | null> {
  try {
    return await readFile(stampFile, "utf8");
  } catch {
    return null;
  }
}
