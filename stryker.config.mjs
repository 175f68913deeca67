// Mutation tests of the code that computes money and checks limits: `npx -y pnpm@12 test:mutation`.
// A mutant that no test detects fails the run.
const mutated = [
  "packages/provider/src/money/*.ts",
  "packages/treasury-core/src/kernel/ledger/{account,chain,payment-identity,posting}.ts",
  "packages/treasury-core/src/features/verification/chain-totals.ts",
  "packages/treasury-core/src/kernel/judgement/{judgement,judge-spend,spending-policy,spending-terms}.ts",
  "packages/treasury-core/src/features/workspace/limit-violation.ts",
];

/** The unit tests that must detect the mutants. */
const tests = [
  "packages/provider/src/money/*.test.ts",
  "packages/treasury-core/src/kernel/ledger/*.test.ts",
  "packages/treasury-core/src/{kernel/{judgement,proposals,spends},features/{payments/payouts,verification,workspace}}/*.test.ts",
];

export default {
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  mutate: [...mutated, "!**/*.{test,fixture}.ts"],
  ignorePatterns: [
    "/{bench,decisions,docs,examples,fault-injection,test-suites,tools}",
    "**/*.test.ts",
    ...tests.map((glob) => `!${glob}`),
  ],
  reporters: ["clear-text", "json"],
  clearTextReporter: { reportTests: false, logTests: false, allowColor: false },
  jsonReporter: { fileName: "node_modules/.cache/mutation.json" },
  thresholds: { high: 100, low: 100, break: 100 },
};
