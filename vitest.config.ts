import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const sourceCondition = "@agent-treasury/source";

/**
 * Vite's condition `module` also applies to packages that Node loads, and selects files of
 * OpenTelemetry that Node cannot load.
 */
const conditionsOfNode = [sourceCondition, "node"];
const asInNode = ["packages/tools-adk/src/**/*.test.ts"];

/** For a test that hangs, not a measure of speed: the machine may be slow. */
const bounds = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 120_000 } },
};

/**
 * Packages whose test files share their modules in a worker, because loading the modules takes longer
 * than the tests. Those with a browser share that, too. Their tests must not leave state in a module.
 * Not sdk-client, whose tests run all timers, nor outbound-fetch, whose tests observe all connections
 * of the process, also those that another file left.
 */
const sharing = [
  "adapter-express",
  "adapter-fastify",
  "adapter-hono",
  "adapter-next",
  "approvals-chat",
  "approvals-email",
  "approvals-push",
  "approvals-slack",
  "cli",
  "contract",
  "executor-mpp",
  "executor-x402",
  "exposure",
  "machines-docker",
  "machines-fly",
  "mcp",
  "meter-ai-sdk",
  "meter-openai",
  "model-openai",
  "passkeys",
  "payments-stripe",
  "provider",
  "react",
  "receipts",
  "rules",
  "sandbox",
  "screening",
  "seller-x402",
  "server",
  "storage-durable-objects",
  "storage-postgres",
  "storage-sqlite",
  "testing",
  "tool-call-markup",
  "tools",
  "tools-ai-sdk",
  "tools-langgraph",
  "tools-mastra",
  "tools-openai-agents",
  "treasury-core",
  "webhooks",
]
  .map((name) => `packages/${name}/src/**/*.test.ts`)
  .concat(
    ["bench", "examples/express/src", "fault-injection", "test-suites/!(injection)", "tools"].map(
      (folder) => `${folder}/**/*.test.ts`,
    ),
  );

/**
 * Processes that are killed, or race, at moments that the machine's speed chooses, for minutes. The
 * usual run leaves them out: it has the same faults at known moments, and a few kills.
 */
const atAnyMoment: readonly string[] = [
  "approvals",
  "cut-replies",
  "four-processes",
  "frozen-objects",
  "killed-cards",
  "killed-deliveries",
  "killed-meters",
  "killed-notices",
  "killed-processes",
  "killed-sellers",
  "killed-server",
  "killed-tempo",
  "killed-turns",
  "killed-x402",
  "lost-database",
  "many-workspaces",
  "moved",
  "moved-objects",
  "older-names",
  "one-deposit",
  "paid-and-delivered",
  "rules",
  "sellers-at-once",
  "tabs-beside",
  "x402-clients",
]
  .map((name) => `fault-injection/${name}.test.ts`)
  .concat("packages/storage-durable-objects/src/killed-objects.test.ts");

/**
 * Screens in a browser, one by one, and the command centre that Next builds, which takes two minutes of
 * CPU. The usual run has every second component alone, decisions about spends and changes, and the page of the
 * Express example.
 */
const screenByScreen: readonly string[] = [
  "examples/next/app/not-found.test.ts",
  ...[
    "accessible",
    "accessible-administration",
    "administration",
    "demo",
    "freeze-and-replay",
    "interrupted",
    "large-amounts",
    "linked-spend",
    "quorum",
    "whole-job",
  ].map((name) => `examples/next/app/command/${name}-in-browser.test.ts`),
  ...[
    "agents/waiting-credential",
    "chat/waiting-spend",
    "command-centre/screen-tabs",
    "costs/costs-in-browser",
    "deposit/deposit-of-another",
    "freezes/freeze-scopes",
    "freezes/waiting-unfreeze",
    "layout-shift",
    "inbox/alike-in-browser",
    "inbox/all-workspaces",
    "ledger/ledger-table",
    "notifications/phone-in-browser",
    "payees/payee-list",
    "provider/notices",
    "rails/rail-list",
    "receipts/receipt-button",
    "refunds/refund-cases",
    "rules/form/rule-cards-in-browser",
    "rules/replay/saved-draft",
    "tabs/open-tabs",
    "webhooks/webhook-list",
  ].map((name) => `packages/react/src/${name}.test.ts`),
];

/**
 * What is long to build or start: apps that Next builds, programs of examples, Workers, the published
 * declarations of the contract, and PGlite, which has the statements of PostgreSQL. `test:slow` and
 * the long form of the adapters run these.
 */
const slowToStart: readonly string[] = [
  "examples/durable-workflows/src/workflows.test.ts",
  "examples/express/src/postgres.test.ts",
  "examples/express/src/shutdown.test.ts",
  "examples/express/src/tour.test.ts",
  "examples/langgraph-graph/src/index.test.ts",
  "examples/openai-agents-worker/src/worker.test.ts",
  "packages/adapter-hono/src/other-runtimes.test.ts",
  "packages/adapter-hono/src/service.test.ts",
  "packages/adapter-next/src/conformance.test.ts",
  "packages/adapter-next/src/service.test.ts",
  "packages/cli/src/init/new-app.test.ts",
  "packages/storage-durable-objects/src/example-worker.test.ts",
  "packages/storage-durable-objects/src/spread-rows.test.ts",
  "packages/storage-postgres/src/on-workerd.test.ts",
  "packages/storage-postgres/src/pglite.test.ts",
  "tools/build/contract-declarations.test.ts",
];

/** What the usual run leaves out, by the variable that includes it. `TEST_LONG` includes all. */
export const leftOut: Readonly<Record<string, readonly string[]>> = {
  TEST_FAULTS: atAnyMoment,
  TEST_PAGES: screenByScreen,
  TEST_LONG: slowToStart,
};

/** The files that a run with these variables leaves out. */
export function leftOutWith(
  variables: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const isSet = (name: string): boolean => variables[name] !== undefined;
  return Object.entries(leftOut).flatMap(([name, files]) =>
    isSet(name) || isSet("TEST_LONG") ? [] : files,
  );
}

const excluded = ["**/node_modules/**", ...leftOutWith(process.env)];

/** The files of each app that Next builds first. */
export const builtApps: readonly RegExp[] = [
  /\/examples\/next\/app\/(?:command\/.*-in-browser|not-found)\.test\.ts$/,
  /\/packages\/adapter-next\/src\/(?:conformance|service)\.test\.ts$/,
];

/** Short files with long suites. By their size, vitest would start them last, when others have ended. */
export const longSuites: readonly string[] = [
  "bench/faults/faults",
  "packages/adapter-express/src/conformance",
  "packages/adapter-express/src/service-express-5",
  "packages/adapter-hono/src/service",
  "packages/exposure/src/hand-written-attacks",
  "packages/react/src/components-alone",
  "packages/storage-durable-objects/src/objects-storage",
  "packages/storage-postgres/src/postgres-storage",
  "packages/tools-claude-agent/src/framework",
  "test-suites/service/bare-handler",
  "tools/build/contract-declarations",
  "tools/documents/code-blocks",
].map((name) => `${name}.test.ts`);

function isLong({ moduleId }: TestSpecification): boolean {
  return longSuites.some((name) => moduleId.endsWith(`/${name}`));
}

/** Starts one file of each built app first, then long suites, and the app's others last, when it is built. */
class WhileNextBuilds extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const needing = builtApps.map((app) => sorted.filter(({ moduleId }) => app.test(moduleId)));
    const builders = needing.flatMap((ofApp) => ofApp.slice(0, 1));
    const others = needing.flatMap((ofApp) => ofApp.slice(1));
    const rest = sorted.filter((file) => !needing.flat().includes(file));
    const shorter = rest.filter((file) => !isLong(file));
    return [...builders, ...rest.filter(isLong), ...shorter, ...others];
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
    maxWorkers: availableParallelism() + 3,
    sequence: { sequencer: WhileNextBuilds },
    ...bounds,
    projects: [
      {
        extends: true,
        test: {
          name: "shared",
          include: sharing,
          exclude: excluded,
          isolate: false,
          setupFiles: ["test-suites/later-modules.setup.ts"],
        },
      },
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
          exclude: [...sharing, ...excluded, ...asInNode],
        },
      },
      {
        extends: false,
        resolve: { conditions: conditionsOfNode },
        ssr: { resolve: { conditions: conditionsOfNode, externalConditions: conditionsOfNode } },
        test: { name: "as in Node", include: asInNode, ...bounds },
      },
    ],
  },
});
