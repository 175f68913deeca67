import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { type NextBuild, nextBuild } from "next-build";

export const appDirectory: string = fileURLToPath(new URL("..", import.meta.url));

/** The command `next`, for this process's own Node. */
export const nextCommand: string = createRequire(import.meta.url).resolve("next/dist/bin/next");

/** Checks whether the app is built from the current sources, for this path prefix. */
export function appBuild(): Promise<NextBuild> {
  return nextBuild({
    directory: appDirectory,
    output: ".next",
    nextCommand,
    sources: [
      "pnpm-lock.yaml",
      "tools/build/workspace-sources.ts",
      "examples/next/{package.json,tsconfig.json,next.config.ts,proxy.ts,instrumentation.ts}",
      "examples/next/{app,components,lib}/**/*.{ts,tsx,css,svg}",
      "packages/*/{package.json,src/**/*.{ts,tsx,css}}",
    ],
    environment: { NEXT_BASE_PATH: process.env["NEXT_BASE_PATH"] ?? "" },
  });
}
