import { Micros } from "@agent-treasury/provider";
import { type History, type Move, type Round, type Step, beginning } from "test-suites/histories";

const sandbox = { provider: "sandbox", mode: "sandbox" } as const;

/** Concurrent steps, each in its own process. */
export interface Race {
  readonly name: string;
  readonly before: readonly Step[];
  readonly racing: readonly Step[];
  /** The number of possible end states or results. */
  readonly ends: number;
  /** Only in the long form, because it resembles another race. */
  readonly isLong?: true;
}

const funded: Step = { kind: "credit", session: "s0", type: "deposit", amount: usd(500) };
const later: Step = { kind: "credit", session: "s1", type: "deposit", amount: usd(25) };

/** Races for the daily cap, the reserve, a claim or a decision, of which one step wins. */
export const races: readonly Race[] = [
  {
    name: "two approvals of which the day's cap allows one",
    before: [funded, propose("a", 50), propose("b", 50), propose("c", 50), approve("a")],
    racing: [approve("b"), approve("c")],
    ends: 2,
  },
  {
    name: "two automatic spends of which the daily allowance covers one",
    before: [funded, propose("a", 9), propose("b", 9)],
    racing: [propose("c", 9), propose("d", 9)],
    ends: 2,
    isLong: true,
  },
  {
    name: "two clicks on one proposal",
    before: [funded, propose("a", 40)],
    racing: [approve("a"), approve("a")],
    ends: 1,
  },
  {
    name: "an approval and a denial",
    before: [funded, propose("a", 40)],
    racing: [approve("a"), { kind: "decide", id: "a", decision: "deny" }],
    ends: 2,
    isLong: true,
  },
  { name: "one payment reported twice", before: [], racing: [later, later], ends: 2 },
  {
    name: "a spend and the refund of what pays for it",
    before: [{ ...later, amount: usd(70) }, propose("a", 40)],
    racing: [approve("a"), { kind: "reverse", reversal: "r0", session: "s1", amount: usd(25) }],
    ends: 2,
  },
  {
    name: "an approval and a reset",
    before: [funded, propose("a", 40)],
    racing: [approve("a"), { kind: "reset", verified: true }],
    ends: 2,
    isLong: true,
  },
  {
    name: "returned money and a spend that needs it",
    before: [
      { ...funded, amount: usd(70) },
      propose("a", 40),
      approve("a"),
      { ...later, amount: usd(15) },
      propose("b", 30),
    ],
    racing: [{ kind: "refund", amount: usd(5) }, approve("b")],
    ends: 2,
    isLong: true,
  },
  {
    name: "a hold and a spend of which the reserve allows one",
    before: [{ ...funded, amount: usd(65) }, propose("a", 40), propose("b", 40)],
    racing: [{ kind: "hold", id: "a", autoApproved: false }, approve("b")],
    ends: 2,
    isLong: true,
  },
];

/**
 * The history of a race, which is its last round, by processes from `first` on. Process 0 has
 * cached the workspace, the others have not.
 */
export function historyOfRace({ before, racing }: Race, first: 0 | 1): History {
  return {
    seed: beginning % 1_000,
    settings: {
      startingCapital: usd(0),
      limits: {
        maxSpendPerAction: usd(50),
        autoApproveUnder: usd(10),
        dailySpendCap: usd(100),
        minReserve: usd(20),
      },
      autoApproveDaily: null,
      proposalLifetimeMs: null,
      payments: [sandbox, ...racing.map(() => sandbox)],
      faults: true,
    },
    rounds: [
      ...before.map((step) => round([{ committer: 0, step }])),
      round(racing.map((step, index) => ({ committer: first + index, step }))),
    ],
  };
}

function round(moves: readonly Move[]): Round {
  return { advanceMs: 1, jumpMs: 0, moves };
}

function propose(id: string, dollars: number): Step {
  return { kind: "propose", id, amount: usd(dollars), purpose: "office paper" };
}

function approve(id: string): Step {
  return { kind: "decide", id, decision: "approve" };
}

function usd(dollars: number): Micros {
  return Micros.of(BigInt(dollars) * 1_000_000n);
}
