import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { glob, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = join(dirname(fileURLToPath(import.meta.url)), "../../..");

/** The app that the tests run against. */
export const fixtureDirectory: string = join(root, "packages/adapter-next/fixture");

/** The command `next`, for this process's own Node. */
export const nextCommand: string = createRequire(import.meta.url).resolve("next/dist/bin/next");

/** What a build or a start may see of the environment: nothing that a treasury could read. */
export const emptyEnvironment: NodeJS.ProcessEnv = {
  PATH: process.env["PATH"],
  HOME: process.env["HOME"],
  NEXT_TELEMETRY_DISABLED: "1",
};

/** What the build is made of. */
const sources = [
  "pnpm-lock.yaml",
  "tools/build/workspace-sources.ts",
  "packages/adapter-next/fixture/{next.config.ts,tsconfig.json}",
  "packages/adapter-next/fixture/app/**/*.ts",
  "packages/{contract,treasury-core,testing,adapter-next}/{package.json,src/**/*.ts}",
];

/** Ways to build the app, each with a directory and a path of its own. */
export const fixtureVariants = {
  plain: { output: ".next", basePath: "" },
  "below-a-path": { output: ".next-below-a-path", basePath: "/shop" },
} as const;

/** The name of one of them. */
export type FixtureVariant = keyof typeof fixtureVariants;

/** Builds the app by `next build`, unless it stands there built from the sources as they are now. */
export async function buildFixture(variant: FixtureVariant): Promise<void> {
  const wanted = await digestOfSources();
  const stampFile = join(fixtureDirectory, fixtureVariants[variant].output, "built-from");
  while ((await readStamp(stampFile)) !== wanted) {
    try {
      // A build that is cut short must not pass for the one that stood here before.
      await rm(stampFile, { force: true });
      await promisify(execFile)(process.execPath, [nextCommand, "build"], {
        // Next reads what its configuration imports from where it is run.
        cwd: fixtureDirectory,
        env: { ...emptyEnvironment, FIXTURE_VARIANT: variant },
      });
      await writeFile(stampFile, wanted);
    } catch (error) {
      const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
      // Next lets one build run at a time; the other one makes what this one wants.
      if (!/already running/.test(stdout + stderr)) {
        throw new Error(`The fixture does not build.\n${stdout}${stderr}`, { cause: error });
      }
      await sleep(200);
    }
  }
}

function isOfTests(name: string): boolean {
  return /\.(?:test|fixture)\.ts$/.test(name);
}

async function digestOfSources(): Promise<string> {
  const files: string[] = [];
  for await (const file of glob(sources, { cwd: root, exclude: isOfTests })) files.push(file);
  const hash = createHash("sha256");
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
