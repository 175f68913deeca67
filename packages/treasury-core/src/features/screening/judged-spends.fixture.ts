import type { Proposal } from "@agent-treasury/contract";
import { systemClock, type Judge } from "@agent-treasury/provider";
import type { ScreeningInput } from "@agent-treasury/screening";
import { type TestTreasuryOptions, testTreasury } from "../../create/test-treasury.fixture.ts";
import { paymentIdentityOf } from "../../kernel/engine.ts";
import { dollars } from "../../kernel/ledger/test-ledger.fixture.ts";
import { propose } from "../../kernel/spends/propose.ts";
import type { JudgeDeps } from "./ask-judge.ts";
import { CircuitBreakers } from "./circuit-breaker.ts";

/** A treasury with a balance that judges the proposals of an agent. */
export interface JudgedSpends {
  /** Reported errors. */
  readonly reports: unknown[];
  propose(spend?: ProposedSpend): Promise<Proposal>;
}

interface ProposedSpend extends Partial<ScreeningInput> {
  readonly usd?: number;
  /** A separate one by default. */
  readonly workspaceId?: string;
  readonly agentId?: string;
}

export function judgedSpends(
  judge: Judge | null,
  options: TestTreasuryOptions = {},
  asked: Partial<JudgeDeps> = {},
): JudgedSpends {
  const reports: unknown[] = [];
  const report = (error: unknown): void => void reports.push(error);
  const parts = judge === null ? null : { ...partsOf(judge), timeoutMs: 5, report, ...asked };
  const policy = { ...options.policy, judge: parts };
  const budget = { startingCapital: dollars(1_000), payment: null };
  const { engine } = testTreasury({ ...budget, ...options, policy });
  let count = 0;
  return {
    reports,
    propose: async ({ usd = 1, workspaceId, agentId = "agent", ...spend } = {}) => {
      count += 1;
      const { proposal } = await propose(engine, workspaceId ?? `workspace-${count}`, {
        id: `spend-${count}`,
        agentId,
        amount: dollars(usd),
        vendor: "Acme",
        purpose: "paper",
        category: null,
        payment: paymentIdentityOf(engine),
        salt: "5a".repeat(16),
        ...spend,
      });
      return proposal;
    },
  };
}

/** Default settings of a judge. */
export function partsOf(judge: Judge): JudgeDeps {
  return {
    judge,
    timeoutMs: 1_000,
    clock: systemClock,
    breakers: new CircuitBreakers(systemClock, 60),
    asks: "all",
    onSilence: "approval",
    report: () => undefined,
  };
}
