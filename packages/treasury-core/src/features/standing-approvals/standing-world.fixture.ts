import type {
  Proposal,
  ProposalRequest,
  StandingApproval,
  StandingApprovalRequest,
  WrittenRule,
} from "@agent-treasury/contract";
import { type Treasury, type TreasuryOptions, createTreasury } from "../../index.ts";
import { type TestClock, testClock } from "../../kernel/ledger/test-ledger.fixture.ts";
import { memoryStorage } from "../../memory.ts";
import { publishedBy } from "../rules/published-by.fixture.ts";

/** Rules that a person, or two, must meet. */
export const two: WrittenRule = { id: "two", then: { requireApprovals: { count: 2 } } };

export interface StandingWorld {
  readonly treasury: Treasury;
  readonly clock: TestClock;
  /** Creates a standing approval of up to $30 for the agent `buyer` and Namecheap. */
  stand(
    terms?: Partial<StandingApprovalRequest>,
    ...authors: readonly string[]
  ): Promise<StandingApproval>;
  /** Proposes $24 to Namecheap as the agent `buyer`. Each call is another purchase. */
  spend(fields?: Partial<SpendFields>): Promise<Proposal>;
  approve(proposal: Proposal, operator: string, approvedAmountUsd?: number): Promise<Proposal>;
  publish(...rules: readonly WrittenRule[]): Promise<void>;
  shown(id: string): Promise<StandingApproval | undefined>;
}

type SpendFields = ProposalRequest & { readonly agentId: string; readonly operator: string };

export const terms: StandingApprovalRequest = {
  agentId: "buyer",
  vendor: "Namecheap",
  maximumUsd: 30,
  count: 10,
  endsAt: "2026-12-01T00:00:00Z",
};

/** Begins on 2026-11-03 with $1,000, of which one spend may use $200. */
export function standingWorld({
  clock = testClock(),
  ...options
}: Partial<TreasuryOptions> & { readonly clock?: TestClock } = {}): StandingWorld {
  const treasury = createTreasury({
    autoApprovePayees: "any",
    clock,
    baseUrl: "http://localhost:3000",
    storage: memoryStorage({ now: clock.now }),
    budget: { startingCapitalUsd: 1_000, maxSpendPerActionUsd: 200, dailySpendCapUsd: 500 },
    authenticate: () => null,
    recoverySeconds: false,
    ...options,
  });
  return standingIn(treasury, clock);
}

export function standingIn(treasury: Treasury, clock: TestClock): StandingWorld {
  let purchases = 0;
  const shown = async (id: string) => {
    const { standingApprovals } = await treasury.standingApprovals.list();
    return standingApprovals.find((one) => one.id === id);
  };
  return {
    treasury,
    clock,
    stand: async (changed = {}, operator = "Ada", ...others) => {
      const request = { ...terms, ...changed, operator };
      let { action } = await treasury.standingApprovals.create(request);
      for (const other of others) {
        const decision = { actionId: action.id, decision: "approve", operator: other } as const;
        ({ action } = await treasury.actions.decide(decision));
      }
      const standing = await shown(action.result ?? "");
      if (standing === undefined) throw new Error(`The action is ${action.status}.`);
      return standing;
    },
    spend: async (fields = {}) => {
      purchases += 1;
      const spend = { amountUsd: 24, vendor: "Namecheap", agentId: "buyer" };
      const purpose = `domain ${purchases}`;
      return (await treasury.propose({ ...spend, purpose, ...fields })).proposal;
    },
    approve: ({ id: proposalId }, operator, approvedAmountUsd) => {
      const amount = approvedAmountUsd === undefined ? {} : { approvedAmountUsd };
      return treasury.decide({ proposalId, decision: "approve", operator, ...amount });
    },
    publish: async (...rules) => {
      await publishedBy(treasury, { rules: { version: 1, rules } }, ["Ada", "Ben"]);
    },
    shown,
  };
}
