import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { CommandError } from "../command-error.ts";

/** A framework that a treasury can be mounted in. */
export type Framework = "express" | "next";

/** An app that a treasury is to be put into. */
export interface App {
  readonly directory: string;
  readonly framework: Framework;
  readonly language: "typescript" | "javascript";
  /** How its JavaScript is read. */
  readonly modules: "esm" | "commonjs";
  /** Of Next: the folder of the app router. */
  readonly routerFolder: string;
  /** What installs packages, up to their names. */
  readonly installs: string;
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
 * Looks at the app in a folder.
 *
 * @param framework - What the app is made with; told by its dependencies when null.
 * @throws CommandError when it is no app, or one of a framework that is not known.
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
  };
}

async function readManifest(directory: string): Promise<Manifest> {
  const path = join(directory, "package.json");
  try {
    return JSON.parse(await readFile(path, "utf8")) as Manifest;
  } catch (cause) {
    const message = `There is no package.json to read in ${directory}. Run this in the folder of an Express or Next app.`;
    throw new CommandError(message, { cause });
  }
}

function frameworkOf({ dependencies, devDependencies }: Manifest): Framework {
  const names = Object.keys({ ...dependencies, ...devDependencies });
  const known = (["next", "express"] as const).filter((name) => names.includes(name));
  const [only, other] = known;
  if (only !== undefined && other === undefined) return only;
  const message =
    only === undefined
      ? "The app's package.json names neither express nor next."
      : "The app's package.json names both express and next.";
  throw new CommandError(`${message} Say which with --framework express or --framework next.`);
}

/** Whether something has this path. */
export async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
