import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { nextBuild } from "next-build";

/** The app that the tests run against. */
export const fixtureDirectory: string = fileURLToPath(new URL("../fixture", import.meta.url));

/** The command `next`, for this process's own Node. */
export const nextCommand: string = createRequire(import.meta.url).resolve("next/dist/bin/next");

/** Ways to build the app, each with a directory and a path of its own. */
export const fixtureVariants = {
  plain: { output: ".next", basePath: "" },
  "below-a-path": { output: ".next-below-a-path", basePath: "/shop" },
} as const;

/** The name of one of them. */
export type FixtureVariant = keyof typeof fixtureVariants;

/** Builds the app by `next build`, unless it stands there built from the sources as they are now. */
export async function buildFixture(variant: FixtureVariant): Promise<void> {
  const build = await nextBuild({
    directory: fixtureDirectory,
    output: fixtureVariants[variant].output,
    nextCommand,
    sources: [
      "pnpm-lock.yaml",
      "tools/build/workspace-sources.ts",
      "packages/adapter-next/fixture/{next.config.ts,tsconfig.json}",
      "packages/adapter-next/fixture/app/**/*.ts",
      "packages/{contract,treasury-core,mcp,testing,adapter-next}/{package.json,src/**/*.ts}",
    ],
    environment: { FIXTURE_VARIANT: variant },
  });
  await build.finish();
}
