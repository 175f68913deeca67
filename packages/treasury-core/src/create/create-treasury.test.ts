import type { PaymentExecutor } from "@agent-treasury/provider";
import { forwardedStorage } from "@agent-treasury/provider/helpers";
import { describe, expect, it } from "vitest";
import { hostOfOneMachine } from "../features/machines/one-machine.fixture.ts";
import { type TreasuryOptions, createTreasury } from "../index.ts";
import { scriptedStorage } from "../kernel/ledger/commit/scripted-storage.fixture.ts";
import { memoryStorage } from "../memory.ts";

function treasuryOf(options: Partial<TreasuryOptions>) {
  return createTreasury({ baseUrl: "http://localhost:3000", storage: memoryStorage(), ...options });
}

const host = hostOfOneMachine();
const executor: PaymentExecutor = {
  specificationVersion: "1",
  provider: "test",
  keyLifetimeMs: 0,
  mode: () => "sandbox",
  pay: async () => ({ kind: "declined", reason: "It is a test." }),
  find: async () => ({ kind: "not_sent" }),
};

const impossible: readonly [name: string, options: Partial<TreasuryOptions>][] = [
  ["baseUrl", { baseUrl: "app.example.com" }],
  // Parses as a URL of the scheme `localhost`, whose origin is "null".
  ["baseUrl", { baseUrl: "localhost:3000" }],
  ["baseUrl", { baseUrl: "https://app.example.com/?tenant=a" }],
  ["basePath", { basePath: "api/service" }],
  ["allowedOrigins", { allowedOrigins: ["app.example.com"] }],
  ["allowedOrigins", { allowedOrigins: ["localhost:5173"] }],
  ["timeZone", { timeZone: "Mars/Olympus" }],
  ["maxSpendPerActionUsd", { budget: { maxSpendPerActionUsd: Number.NaN } }],
  ["minReserveUsd", { budget: { minReserveUsd: -1 } }],
  ["proposalExpiryHours", { proposalExpiryHours: Number.NaN }],
  ["proposalExpiryHours", { proposalExpiryHours: 0 }],
  ["remindAfterHours", { remindAfterHours: -1 }],
  ["escalateAfterHours", { escalateAfterHours: 100_001 }],
  ["machines.limits.perWorkspace", { machines: { host, limits: { perWorkspace: Number.NaN } } }],
  ["machines.limits.perDeployment", { machines: { host, limits: { perDeployment: -1 } } }],
  [
    "machines.limits.provisionTimeoutSeconds",
    { machines: { host, limits: { provisionTimeoutSeconds: 0 } } },
  ],
  [
    "machines.limits.execTimeoutSeconds",
    { machines: { host, limits: { execTimeoutSeconds: 601 } } },
  ],
  [
    "machines.limits.idleSuspendSeconds",
    { machines: { host, limits: { idleSuspendSeconds: -1 } } },
  ],
  ["executors.timeoutSeconds", { executors: { executor, timeoutSeconds: 1_801 } }],
  ["recoverySeconds", { recoverySeconds: 0 }],
  ["screening.judgeTimeoutSeconds", { screening: { judgeTimeoutSeconds: Number.NaN } }],
  ["turns.steps", { turns: { steps: 0 } }],
  ["turns.steps", { turns: { steps: 1.5 } }],
  ["turns.timeoutSeconds", { turns: { timeoutSeconds: Number.POSITIVE_INFINITY } }],
  ["turns.concurrentTurns", { turns: { concurrentTurns: Number.NaN } }],
  ["turns.outputTokens", { turns: { outputTokens: -1 } }],
  ["turns.dailyTokens", { turns: { dailyTokens: 0 } }],
  ["turns.retentionDays", { turns: { retentionDays: 0 } }],
  // Exceeds the latest possible date.
  ["turns.retentionDays", { turns: { retentionDays: Number.MAX_SAFE_INTEGER } }],
];

describe("the options of a treasury", () => {
  it.each(impossible)("reject invalid `%s`", (name, options) => {
    expect(() => treasuryOf(options)).toThrow(
      expect.objectContaining({
        code: "invalid_request",
        message: expect.stringContaining(`\`${name}\``),
      }),
    );
  });

  it("accepts a base path with a trailing slash", async () => {
    const treasury = treasuryOf({ basePath: "/money/" });
    expect(treasury.basePath).toBe("/money");
    const response = await treasury.handler(new Request("http://localhost:3000/money/treasury"));
    expect(response.status).toBe(200);
  });

  it("accepts a limit of zero machines", () => {
    expect(() => treasuryOf({ machines: { host, limits: { perWorkspace: 0 } } })).not.toThrow();
  });
});

describe("options of version 0.1", () => {
  it.each([
    ["executor", { executor }, "executors: { executor }"],
    ["execution", { execution: { recoverySeconds: false } }, "recoverySeconds"],
    ["fleet", { fleet: {} }, "machines.limits"],
    ["safety", { safety: {} }, "screening"],
    ["safetyClassifier", { safetyClassifier: {} }, "screening.judge"],
    ["machines.host", { machines: host }, "machines.host"],
    ["payments.processor", { payments: {} }, "payments.processor"],
    ["executors.executor", { executors: executor }, "executors.executor"],
  ])("are rejected with their replacements: %s", (name, options, replacement) => {
    const open = () => treasuryOf(options as Partial<TreasuryOptions>);
    expect(open).toThrow(expect.objectContaining({ code: "invalid_request" }));
    expect(open).toThrow(`\`${name}\` is`);
    expect(open).toThrow(`\`${replacement}\``);
  });
});

describe("a storage of specification version 1", () => {
  it("is rejected with what to do", () => {
    const storage = { ...forwardedStorage(memoryStorage()), specificationVersion: "1" };
    const open = () => treasuryOf({ storage: storage as unknown as TreasuryOptions["storage"] });
    expect(open).toThrow(expect.objectContaining({ code: "invalid_request" }));
    expect(open).toThrow(
      '"memory" implements version 1 of the storage specification, and this treasury requires version 2',
    );
    expect(open).toThrow("Update the storage's package, or implement the parameter `kinds`");
  });
});

describe("a running treasury", () => {
  it("purges expired records from its storage", async () => {
    const storage = scriptedStorage(memoryStorage());
    const purges: number[] = [];
    storage.purge = async (now) => purges.push(now);
    const treasury = treasuryOf({ storage });
    await treasury.state();
    expect(purges).toEqual([]);
    await treasury.setBudget({ limits: {} });
    await treasury.close();
    expect(purges).toHaveLength(1);
  });

  it("does not report requests that it rejects while it closes", async () => {
    const reports: unknown[] = [];
    const treasury = treasuryOf({ onFailure: (report) => reports.push(report) });
    await treasury.close();
    const response = await treasury.handler(
      new Request("http://localhost:3000/api/service/treasury"),
    );
    expect([response.status, reports]).toEqual([503, []]);
  });
});
