import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { nextBuild } from "next-build";

/** The app under test. */
export const fixtureDirectory: string = fileURLToPath(new URL("../fixture", import.meta.url));

/** The `next` command, run with this process's Node. */
export const nextCommand: string = createRequire(import.meta.url).resolve("next/dist/bin/next");

/** Variants of the app, each with its own directory and path. */
export const fixtureVariants = {
  plain: { output: ".next", basePath: "" },
  "below-a-path": { output: ".next-below-a-path", basePath: "/shop" },
} as const;

export type FixtureVariant = keyof typeof fixtureVariants;

/** Runs `next build`, unless a build of the current sources exists. */
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
      "packages/{seller-x402,executor-x402}/{package.json,src/**/*.ts}",
    ],
    environment: { FIXTURE_VARIANT: variant },
  });
  await build.finish();
}
