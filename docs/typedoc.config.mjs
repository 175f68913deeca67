import { fileURLToPath } from "node:url";
import { readPublishedPackages } from "../tools/pack-check/published-packages.ts";
import { publicEntries } from "../tools/site/public-entries.ts";

const root = fileURLToPath(new URL("../", import.meta.url)).replace(/\/$/, "");

/** @type {Partial<import("typedoc").TypeDocOptions> & Record<string, unknown>} */
export default {
  name: "TypeScript API",
  outputFileStrategy: "modules",
  plugin: ["typedoc-plugin-markdown", "typedoc-vitepress-theme"],
  entryPoints: publicEntries(readPublishedPackages(root)).map(({ source }) => source),
  tsconfig: `${root}/docs/tsconfig.api.json`,
  out: `${root}/docs/api`,
  docsRoot: root,
  readme: "none",
  exclude: ["**/*.test.ts"],
  disableSources: true,
  useHTMLAnchors: true,
  skipErrorChecking: true,
  excludeExternals: true,
  excludeInternal: true,
  excludePrivate: true,
  treatWarningsAsErrors: true,
};
