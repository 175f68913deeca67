import { fileURLToPath } from "node:url";
import type { Plugin } from "esbuild";

const contract = fileURLToPath(new URL("../../packages/contract/", import.meta.url));

/** Imports zod from the contract, which contains what the packages use of it. */
export function sharedZod(): Plugin {
  return {
    name: "shared-zod",
    setup: (build) => {
      build.onResolve({ filter: /^zod$/ }, ({ importer, resolveDir, kind }) =>
        importer.startsWith(contract)
          ? null
          : build.resolve("@agent-treasury/contract/zod", { importer, resolveDir, kind }),
      );
    },
  };
}
