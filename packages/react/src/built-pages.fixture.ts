import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type BuildOptions, type Metafile, build } from "esbuild";
import { cssModules } from "../../../tools/build/css-modules.ts";
import { underLock } from "../../../tools/next-build/src/under-lock.ts";

const source = fileURLToPath(new URL(".", import.meta.url));

export interface BuiltPages {
  /** The markup of a component, rendered without a browser. */
  render(name: string): string;
  readonly script: string;
  readonly styles: string;
}

const serverCode = `
  import { renderToString } from "react-dom/server";
  import { componentPage } from "./component-page.fixture.ts";
  export const render = (name) => renderToString(componentPage(name));`;

/** React's server requires modules of Node. */
const withRequire = `import { createRequire } from "node:module";
  const require = createRequire(import.meta.url);`;

const browserCode = `
  import { hydrateRoot } from "react-dom/client";
  import { componentPage } from "./component-page.fixture.ts";
  hydrateRoot(document.getElementById("root"), componentPage(document.title), {
    onRecoverableError: (error) => console.error(String(error), error.cause ?? ""),
  });`;

let built: Promise<BuiltPages> | undefined;

/**
 * Bundles the components for a server and for a browser, with React's development warnings. Workers and
 * later runs use the same bundles until a source changes.
 */
export function buildPages(): Promise<BuiltPages> {
  return (built ??= readPages());
}

const root = fileURLToPath(new URL("../../../", import.meta.url));
const cache = join(source, "../node_modules/.cache");
const directory = join(cache, "pages");
const server = join(directory, "server.js");
const script = join(directory, "script.js");
const styles = join(directory, "styles.css");
const inputs = join(directory, "inputs.json");

async function readPages(): Promise<BuiltPages> {
  await underLock(join(cache, "pages-lock"), async () => {
    if (!isUpToDate()) await buildBundles();
  });
  const { render } = (await import(pathToFileURL(server).href)) as Pick<BuiltPages, "render">;
  return { render, script: readFileSync(script, "utf8"), styles: readFileSync(styles, "utf8") };
}

function bundle(
  contents: string,
  options: Pick<BuildOptions, "platform" | "banner" | "outfile">,
): Promise<{ readonly metafile: Metafile }> {
  return build({
    stdin: { contents, resolveDir: source },
    absWorkingDir: root,
    bundle: true,
    format: "esm",
    conditions: ["@agent-treasury/source"],
    minify: true,
    metafile: true,
    define: { "process.env.NODE_ENV": '"development"' },
    logLevel: "error",
    plugins: [cssModules({ base: join(source, "styles.css"), output: styles })],
    ...options,
  });
}

async function buildBundles(): Promise<void> {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  const bundles = [
    await bundle(serverCode, { platform: "node", banner: { js: withRequire }, outfile: server }),
    await bundle(browserCode, { platform: "browser", outfile: script }),
  ];
  const files = bundles.flatMap(({ metafile }) => filesOf(metafile));
  writeFileSync(inputs, JSON.stringify(files.map((file) => [file, changedAt(file)])));
}

/** The files of a bundle, with the style sheets that a plugin reads. */
function filesOf({ inputs: found }: Metafile): readonly string[] {
  const read = Object.keys(found).filter((name) => name !== "<stdin>");
  const files = read.map((name) => name.replace(/^css-modules:|\.classes$/g, ""));
  return [
    fileURLToPath(import.meta.url),
    join(source, "styles.css"),
    ...files.map((file) => join(root, file)),
  ];
}

function isUpToDate(): boolean {
  const found = statSync(inputs, { throwIfNoEntry: false });
  if (found === undefined) return false;
  const files = JSON.parse(readFileSync(inputs, "utf8")) as readonly (readonly [string, number])[];
  return files.every(([file, at]) => changedAt(file) === at);
}

function changedAt(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs;
}
