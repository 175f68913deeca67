import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Plugin, build } from "esbuild";
import { describe, expect, it } from "vitest";
import { sharedZod } from "./shared-zod.ts";

const packages = fileURLToPath(new URL("../../packages/", import.meta.url));
const sharing = ["contract", "rules", "server", "webhooks"];

const onlyZod: Plugin = {
  name: "only-zod",
  setup: ({ onResolve }) => {
    onResolve({ filter: /^[^./]/ }, ({ path }) =>
      /^(?:zod|@agent-treasury\/contract)(?:\/|$)/.test(path) ? null : { path, external: true },
    );
  },
};

describe("the zod that packages share", () => {
  it("is the only one that a built treasury loads, without its locales", async () => {
    for (const name of sharing) {
      const settings = readFileSync(`${packages}${name}/tsup.config.ts`, "utf8");
      expect(settings).toContain("sharesZod: true");
    }
    const { metafile, warnings } = await build({
      entryPoints: sharing.map((name) => `${packages}${name}/src/index.ts`),
      outdir: packages,
      bundle: true,
      splitting: true,
      format: "esm",
      platform: "node",
      conditions: ["@agent-treasury/source"],
      plugins: [sharedZod(), onlyZod],
      logLevel: "silent",
      write: false,
      metafile: true,
    });
    // esbuild warns of a name that the shared part lacks.
    expect(warnings).toEqual([]);
    const included = Object.values(metafile.outputs).flatMap(({ inputs }) =>
      Object.entries(inputs).flatMap(([file, { bytesInOutput }]) =>
        bytesInOutput > 0 && file.includes("/locales/") ? [file] : [],
      ),
    );
    expect(included.map((file) => file.split("/").at(-1))).toEqual(["en.js"]);
  });
});
