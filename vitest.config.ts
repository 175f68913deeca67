import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const sourceCondition = "@agent-treasury/source";

/**
 * Packages whose test files share their modules in a worker, because loading the modules takes longer
 * than the tests. Those with a browser share that, too. Their tests must not leave state in a module.
 * Not sdk-client, whose tests run all timers, nor outbound-fetch, whose tests observe all connections
 * of the process, also those that another file left.
 */
const sharing = [
  "adapter-express",
  "approvals-email",
  "approvals-slack",
  "cli",
  "contract",
  "executor-x402",
  "machines-docker",
  "machines-fly",
  "mcp",
  "model-openai",
  "passkeys",
  "payments-stripe",
  "provider",
  "react",
  "rules",
  "sandbox",
  "screening",
  "seller-x402",
  "server",
  "storage-postgres",
  "storage-sqlite",
  "testing",
  "tool-call-markup",
  "treasury-core",
  "webhooks",
].map((name) => `packages/${name}/src/**/*.test.ts`);

const { TEST_FAULTS, TEST_LONG } = process.env;

/**
 * Processes that are killed, or race, at moments that the machine's speed chooses, for minutes. The
 * usual run leaves them out: it has the same faults at known moments, and a few kills.
 */
export const atAnyMoment: readonly string[] = [
  "cut-replies",
  "killed-cards",
  "killed-deliveries",
  "killed-sellers",
  "killed-server",
  "killed-turns",
  "killed-x402",
  "many-workspaces",
  "moved",
  "sellers-at-once",
  "x402-clients",
].map((name) => `fault-injection/${name}.test.ts`);
const leftOut = (TEST_FAULTS ?? TEST_LONG) === undefined ? atAnyMoment : [];

function needsBuild({ moduleId }: TestSpecification): boolean {
  return /\/examples\/next\/.*-in-browser\.test\.ts$/.test(moduleId);
}

/** Starts one of the files that need the built Next app first, and the others last, when it is built. */
class WhileNextBuilds extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const [builder, ...others] = sorted.filter(needsBuild);
    const rest = sorted.filter((file) => !needsBuild(file));
    return builder === undefined ? rest : [builder, ...rest, ...others];
  }
}

export default defineConfig({
  resolve: { conditions: [sourceCondition, "module", "node", "development|production"] },
  ssr: {
    resolve: {
      conditions: [sourceCondition, "module", "node", "development|production"],
      externalConditions: [sourceCondition, "node"],
    },
  },
  test: {
    execArgv: [`--conditions=${sourceCondition}`],
    // Hundreds of processes are started and killed: what one compiled, the next finds here.
    env: { NODE_COMPILE_CACHE: resolve("node_modules/.cache/compiled") },
    // Much of a test's time is waiting: for a disk, a database, a process that is being killed.
    maxWorkers: availableParallelism() * 2,
    sequence: { sequencer: WhileNextBuilds },
    // Bounds for a test that hangs, not a measure of speed: the machine may be slow.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    projects: [
      { extends: true, test: { name: "shared", include: sharing, isolate: false } },
      {
        extends: true,
        test: {
          name: "isolated",
          include: [
            "packages/*/src/**/*.test.ts",
            "examples/*/{src,app,lib,demo}/**/*.test.ts",
            "fault-injection/**/*.test.ts",
            "test-suites/**/*.test.ts",
            "bench/**/*.test.ts",
            "tools/**/*.test.ts",
          ],
          exclude: ["**/node_modules/**", ...sharing, ...leftOut],
        },
      },
    ],
  },
});
