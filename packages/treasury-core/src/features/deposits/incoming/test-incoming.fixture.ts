import {
  type IncomingMovement,
  type IncomingRail,
  type MovementFinding,
  type PaymentMode,
  type Storage,
  systemClock,
} from "@agent-treasury/provider";
import { onTestFinished } from "vitest";
import { createTreasury } from "../../../create/create-treasury.ts";
import { type TestClock, dollars, testClock } from "../../../kernel/ledger/test-ledger.fixture.ts";
import { memoryStorage } from "../../../memory.ts";
import type { TreasuryOptions } from "../../../treasury-options.ts";
import type { Treasury } from "../../../treasury.ts";

export interface TestRail extends IncomingRail {
  /** What the rail reports, by movement. */
  readonly findings: Map<string, MovementFinding | Error>;
  /** Ids that were looked for. */
  readonly asked: string[];
}

export function testRail(mode: PaymentMode = "test", provider = "chain"): TestRail {
  const findings = new Map<string, MovementFinding | Error>();
  const asked: string[] = [];
  return {
    specificationVersion: "1",
    provider,
    findings,
    asked,
    mode: () => mode,
    find: async ({ id }) => {
      asked.push(id);
      const finding = findings.get(id) ?? { kind: "pending", afterMs: 10_000 };
      if (finding instanceof Error) throw finding;
      return finding;
    },
  };
}

export interface TestProcess {
  readonly treasury: Treasury;
  readonly reports: unknown[];
}

/** Processes of one deployment. */
export interface TestDeployment {
  readonly clock: TestClock;
  readonly storage: Storage;
  readonly rail: TestRail;
  start(options?: Partial<TreasuryOptions>): TestProcess;
}

export function testDeployment(rail: TestRail = testRail()): TestDeployment {
  // A rail has the time that it needs.
  const clock = { ...testClock(), sleep: systemClock.sleep };
  const storage = memoryStorage({ now: clock.now });
  return {
    clock,
    storage,
    rail,
    start: (options) => {
      const reports: unknown[] = [];
      const treasury = createTreasury({
        baseUrl: "http://localhost:3000",
        storage,
        clock,
        incoming: [rail],
        recoverySeconds: false,
        onFailure: ({ error }) => void reports.push(error),
        ...options,
      });
      onTestFinished(() => treasury.close());
      return { treasury, reports };
    },
  };
}

export const sale: IncomingMovement = {
  id: "eip3009:1:0xa:0xb:0xc",
  workspaceId: "acme",
  amount: dollars(2),
  payer: "0xb",
  description: "A weather report",
  details: { nonce: "0xc" },
};
