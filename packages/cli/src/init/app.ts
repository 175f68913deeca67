import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { CommandError } from "../command-error.ts";

export type Framework = "express" | "next";

export interface App {
  readonly directory: string;
  readonly framework: Framework;
  readonly language: "typescript" | "javascript";
  readonly modules: "esm" | "commonjs";
  /** Next only. */
  readonly routerFolder: string;
  /** The install command, without package names. */
  readonly installs: string;
  /** The packages that package.json lists. */
  readonly installed: ReadonlySet<string>;
}

interface Manifest {
  readonly type?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const installers: Readonly<Record<string, string>> = {
  "pnpm-lock.yaml": "pnpm add",
  "yarn.lock": "yarn add",
  "bun.lock": "bun add",
};

/**
 * @param framework - Null to detect it from the dependencies.
 * @throws CommandError if it is not an app, or its framework is not supported.
 */
export async function readApp(directory: string, framework: Framework | null): Promise<App> {
  const manifest = await readManifest(directory);
  const has = (...path: string[]): Promise<boolean> => exists(join(directory, ...path));
  const lockfiles = Object.keys(installers);
  const found = await Promise.all(lockfiles.map((name) => has(name)));
  const lockfile = lockfiles.find((_name, index) => found[index]) ?? "";
  return {
    directory,
    framework: framework ?? frameworkOf(manifest),
    language: (await has("tsconfig.json")) ? "typescript" : "javascript",
    modules: manifest.type === "module" ? "esm" : "commonjs",
    routerFolder: (await has("src", "app")) ? "src/app" : "app",
    installs: installers[lockfile] ?? "npm install",
    installed: new Set(packagesOf(manifest)),
  };
}

async function readManifest(directory: string): Promise<Manifest> {
  const path = join(directory, "package.json");
  try {
    return JSON.parse(await readFile(path, "utf8")) as Manifest;
  } catch (cause) {
    const message = `Cannot read package.json in ${directory}. Run this in the folder of an Express or Next app.`;
    throw new CommandError(message, { cause });
  }
}

function packagesOf({ dependencies, devDependencies }: Manifest): readonly string[] {
  return Object.keys({ ...dependencies, ...devDependencies });
}

function frameworkOf(manifest: Manifest): Framework {
  const names = packagesOf(manifest);
  const known = (["next", "express"] as const).filter((name) => names.includes(name));
  const [only, other] = known;
  if (only !== undefined && other === undefined) return only;
  const message =
    only === undefined
      ? "The app's package.json lists neither express nor next."
      : "The app's package.json lists both express and next.";
  throw new CommandError(`${message} Select one with --framework express or --framework next.`);
}

export async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
