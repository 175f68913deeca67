import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { CommandError } from "../command-error.ts";
import { type Framework, frameworks } from "./questions.ts";

export interface App {
  readonly directory: string;
  readonly framework: Framework;
  /** Whether the folder has no app yet: no package.json, or one that lists only our packages. */
  readonly isNew: boolean;
  readonly hasManifest: boolean;
  readonly language: "typescript" | "javascript";
  readonly modules: "esm" | "commonjs";
  /** The file that creates the server, relative to the folder. Null if it was not found. */
  readonly server: string | null;
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
 * @param chosen - Returns the framework if package.json does not show it.
 * @throws CommandError if the folder has no app that is supported.
 */
export async function readApp(
  directory: string,
  chosen: (problem: string, hasPackages: boolean) => Promise<Framework>,
): Promise<App> {
  const manifest = await readManifest(directory);
  const hasPackages = !packagesOf(manifest ?? {}).every(isOurs);
  const framework =
    frameworkOf(manifest ?? {}) ?? (await chosen(problemOf(manifest, directory), hasPackages));
  const has = (...path: string[]): Promise<boolean> => exists(join(directory, ...path));
  const isTyped = await has("tsconfig.json");
  const isEmpty = !isTyped && framework !== "next" && !hasPackages;
  if (manifest === null && framework === "next") {
    throw new CommandError(
      `There is no Next app in ${directory}. Create one first: npx create-next-app@16`,
    );
  }
  const lockfiles = Object.keys(installers);
  const found = await Promise.all(lockfiles.map((name) => has(name)));
  const lockfile = lockfiles.find((_name, index) => found[index]) ?? "";
  const server = await findServer(directory, framework);
  return {
    directory,
    framework,
    isNew: manifest === null || isEmpty,
    hasManifest: manifest !== null,
    language: isTyped ? "typescript" : "javascript",
    modules: modulesOf(server, manifest),
    server,
    routerFolder: (await has("src", "app")) ? "src/app" : "app",
    installs: installers[lockfile] ?? "npm install",
    installed: new Set(packagesOf(manifest ?? {})),
  };
}

/** Returns null if the folder has none. */
async function readManifest(directory: string): Promise<Manifest | null> {
  const path = join(directory, "package.json");
  try {
    return JSON.parse(await readFile(path, "utf8")) as Manifest;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw new CommandError(`Cannot read ${path}: ${(cause as Error).message}`, { cause });
  }
}

const serverNames = ["server", "index", "app", "main"];
const serverExtensions = ["ts", "mts", "js", "mjs", "cjs"];

/** Returns the first file with a usual name that imports the framework. */
async function findServer(directory: string, framework: Framework): Promise<string | null> {
  const paths = ["src/", ""].flatMap((folder) =>
    serverNames.flatMap((name) =>
      serverExtensions.map((extension) => `${folder}${name}.${extension}`),
    ),
  );
  const texts = await Promise.all(
    paths.map((path) => readFile(join(directory, path), "utf8").catch(() => "")),
  );
  const quoted = new RegExp(`["']${framework}["']`);
  return paths.find((_path, index) => quoted.test(texts[index] ?? "")) ?? null;
}

function modulesOf(server: string | null, manifest: Manifest | null): App["modules"] {
  if (server?.endsWith(".mjs")) return "esm";
  if (server?.endsWith(".cjs")) return "commonjs";
  return manifest === null || manifest.type === "module" ? "esm" : "commonjs";
}

function packagesOf({ dependencies, devDependencies }: Manifest): readonly string[] {
  return Object.keys({ ...dependencies, ...devDependencies });
}

/** `npm install @agent-treasury/cli` in an empty folder creates a package.json. */
function isOurs(name: string): boolean {
  return name.startsWith("@agent-treasury/");
}

/** Returns null unless package.json lists exactly one of the frameworks. */
function frameworkOf(manifest: Manifest): Framework | null {
  const [only, other] = knownIn(manifest);
  return only !== undefined && other === undefined ? only : null;
}

function knownIn(manifest: Manifest): readonly Framework[] {
  const names = packagesOf(manifest);
  return frameworks.filter((name) => names.includes(name));
}

function problemOf(manifest: Manifest | null, directory: string): string {
  if (manifest === null) return `Cannot read package.json in ${directory}.`;
  const known = knownIn(manifest);
  return known.length === 0
    ? `The app's package.json lists none of ${frameworks.join(", ")}.`
    : `The app's package.json lists ${known.join(" and ")}.`;
}

export async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
