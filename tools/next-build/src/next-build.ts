import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { glob, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildShare, buildShare } from "./build-stage.ts";
import { underLock } from "./under-lock.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const toldAtMost = 4000;

/** An app for `next build`. */
export interface NextApp {
  readonly directory: string;
  /** The build's output, relative to the directory. */
  readonly output: string;
  /** The app's `next` command. */
  readonly nextCommand: string;
  /** Patterns of files, from the workspace's root. */
  readonly sources: readonly string[];
  /** The build's environment, in addition to the machine's paths. */
  readonly environment: Readonly<Record<string, string>>;
}

export interface NextBuild {
  /** Whether an up-to-date build exists. */
  readonly isThere: boolean;
  /** Builds the app unless a concurrent process built it meanwhile. */
  finish(onProgress?: (...share: BuildShare) => void): Promise<void>;
}

/** The minimal environment of a Next process, without the treasury's settings. */
export const bareEnvironment: NodeJS.ProcessEnv = {
  PATH: process.env["PATH"],
  HOME: process.env["HOME"],
  NODE_ENV: "production",
  NEXT_TELEMETRY_DISABLED: "1",
};

/** Compares an app's build with its sources. */
export async function nextBuild(app: NextApp): Promise<NextBuild> {
  const wanted = await digestOf(app);
  const stampFile = join(app.directory, app.output, "built-from");
  // Outside of the output, which a build clears. Shared by all builds of the app.
  const lockFile = join(app.directory, "node_modules/.cache/build-lock");
  return {
    isThere: (await readStamp(stampFile)) === wanted,
    finish: (onProgress) =>
      underLock(lockFile, async () => {
        if ((await readStamp(stampFile)) === wanted) return;
        // An interrupted build must not count as the previous one.
        await rm(stampFile, { force: true });
        await build(app, onProgress);
        await writeFile(stampFile, wanted);
      }),
  };
}

async function build(
  { directory, nextCommand, environment }: NextApp,
  onProgress: (...share: BuildShare) => void = () => undefined,
): Promise<void> {
  const child = spawn(process.execPath, [nextCommand, "build"], {
    // Next resolves its configuration's imports from the working directory.
    cwd: directory,
    env: { ...bareEnvironment, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let told = "";
  const hear = (piece: Buffer): void => {
    told = (told + piece.toString()).slice(-toldAtMost);
    onProgress(...buildShare(told));
  };
  child.stdout.on("data", hear);
  child.stderr.on("data", hear);
  const code = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code !== 0) throw new Error(`The app in ${directory} could not be built.\n${told}`);
}

function isOfTests(name: string): boolean {
  return /\.(?:test|fixture)\.tsx?$/.test(name);
}

async function digestOf({ sources, environment }: NextApp): Promise<string> {
  const files: string[] = [];
  for await (const file of glob([...sources], { cwd: root, exclude: isOfTests })) files.push(file);
  const hash = createHash("sha256").update(JSON.stringify(environment));
  for (const file of files.toSorted()) hash.update(file).update(await readFile(join(root, file)));
  return hash.digest("hex");
}

async function readStamp(stampFile: string): Promise<string | null> {
  try {
    return await readFile(stampFile, "utf8");
  } catch {
    return null;
  }
}
