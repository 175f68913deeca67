import { defineConfig } from "vitest/config";

const conditions = ["@agent-treasury/source", "module", "node", "development|production"];

/** Runs the suite on an app outside of this workspace, apart from the workspace's own tests. */
export default defineConfig({
  root: import.meta.dirname,
  ssr: { resolve: { conditions, externalConditions: ["@agent-treasury/source", "node"] } },
  test: {
    include: ["next-conformance.suite.ts"],
    execArgv: ["--conditions=@agent-treasury/source"],
    testTimeout: 120_000,
  },
});
