import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type BuildOptions, build } from "esbuild";
import { cssModules } from "../../../tools/build/css-modules.ts";

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

const browserCode = `
  import { hydrateRoot } from "react-dom/client";
  import { componentPage } from "./component-page.fixture.ts";
  hydrateRoot(document.getElementById("root"), componentPage(document.title), {
    onRecoverableError: (error) => console.error(String(error), error.cause ?? ""),
  });`;

let built: Promise<BuiltPages> | undefined;

/**
 * Bundles the components for a server and for a browser, with React's development warnings. Once for all
 * test files of a worker.
 */
export function buildPages(): Promise<BuiltPages> {
  return (built ??= buildBundles());
}

async function buildBundles(): Promise<BuiltPages> {
  const cache = join(source, "../node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  // Below the package, so that the server's bundle can import React.
  const directory = mkdtempSync(join(cache, "pages-"));
  const output = join(directory, "styles.css");
  const bundle = (contents: string, options: BuildOptions) =>
    build({
      stdin: { contents, resolveDir: source },
      bundle: true,
      format: "esm",
      conditions: ["@agent-treasury/source"],
      minify: true,
      define: { "process.env.NODE_ENV": '"development"' },
      logLevel: "error",
      plugins: [cssModules({ base: join(source, "styles.css"), output })],
      ...options,
    });
  const server = join(directory, "server.js");
  await bundle(serverCode, { platform: "node", packages: "external", outfile: server });
  const { outputFiles = [] } = await bundle(browserCode, { platform: "browser", write: false });
  const { render } = (await import(pathToFileURL(server).href)) as Pick<BuiltPages, "render">;
  const styles = readFileSync(output, "utf8");
  rmSync(directory, { recursive: true });
  return { render, script: outputFiles[0]?.text ?? "", styles };
}
