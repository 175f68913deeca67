import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { glob, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { underLock } from "./under-lock.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const toldAtMost = 4000;

/** An app that `next build` makes, and what it is made of. */
export interface NextApp {
  readonly directory: string;
  /** Where the build goes, in the directory. */
  readonly output: string;
  /** The command `next`, which the app depends on. */
  readonly nextCommand: string;
  /** Patterns of files, from the workspace's root. */
  readonly sources: readonly string[];
  /** What the build sees of the environment, beside the paths of the machine. */
  readonly environment: Readonly<Record<string, string>>;
}

/** A build of the app, or that there is one already. */
export interface NextBuild {
  /** Whether it stands there, built from the sources as they are now. */
  readonly isThere: boolean;
  /** Builds it, unless it is there by now: others may want the same at the same time. */
  finish(): Promise<void>;
}

/** What any process of Next needs of the environment: nothing that a treasury could read. */
export const bareEnvironment: NodeJS.ProcessEnv = {
  PATH: process.env["PATH"],
  HOME: process.env["HOME"],
  NODE_ENV: "production",
  NEXT_TELEMETRY_DISABLED: "1",
};

/** Looks whether an app is built from the sources as they are. */
export async function nextBuild(app: NextApp): Promise<NextBuild> {
  const wanted = await digestOf(app);
  const stampFile = join(app.directory, app.output, "built-from");
  // Beside the output, which a build clears. All builds of the app, since they share its directory.
  const lockFile = join(app.directory, "node_modules/.cache/build-lock");
  return {
    isThere: (await readStamp(stampFile)) === wanted,
    finish: () =>
      underLock(lockFile, async () => {
        if ((await readStamp(stampFile)) === wanted) return;
        // A build that is cut short must not pass for the one that stood here before.
        await rm(stampFile, { force: true });
        await build(app);
        await writeFile(stampFile, wanted);
      }),
  };
}

async function build({ directory, nextCommand, environment }: NextApp): Promise<void> {
  const child = spawn(process.execPath, [nextCommand, "build"], {
    // Next reads what its configuration imports from where it is run.
    cwd: directory,
    env: { ...bareEnvironment, ...environment },
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
