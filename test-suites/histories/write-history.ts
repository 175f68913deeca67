import { Micros } from "@agent-treasury/provider";
import type { PaymentIdentity, SpendingLimits } from "../../packages/treasury-core/src/domain.ts";
import type { History, Purpose, Round, Settings, Step } from "./history.ts";
import { type Random, seededRandom } from "./random.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const referenceLimits: SpendingLimits = {
  maxSpendPerAction: usd(50),
  autoApproveUnder: usd(10),
  dailySpendCap: usd(100),
  minReserve: usd(20),
};

/** Names of earlier steps, which later steps often reuse. */
interface Names {
  readonly proposed: string[];
  readonly held: string[];
}

/** Generates a seed's history: about ten steps, at most twenty-five. */
export function writeHistory(seed: number): History {
  const random = seededRandom(seed);
  const settings = writeSettings(random);
  const names: Names = { proposed: [], held: [] };
  const rounds: Round[] = [];
  const target = 4 + random.below(13);
  for (let steps = 0; steps < target;) {
    const round = writeRound(random, settings, names, rounds.length === 0);
    rounds.push(round);
    steps += round.moves.length;
  }
  return { seed, settings, rounds };
}

function writeSettings(random: Random): Settings {
  const sandbox: PaymentIdentity = { provider: "sandbox", mode: "sandbox" };
  const live: PaymentIdentity = { provider: "sandbox", mode: "live" };
  const usual = random.chance(20) ? live : sandbox;
  const other = random.pick([live, sandbox, null]);
  const committers = 1 + random.below(3);
  return {
    // Occasionally large enough that the next credit may exceed the largest total.
    startingCapital: random.chance(5) ? usd(7_999_999_990) : usd(random.pick([0, 0, 30, 150])),
    limits: random.chance(70) ? referenceLimits : writeLimits(random),
    autoApproveDaily: random.pick([null, null, usd(12), usd(0), usd(1_000)]),
    proposalLifetimeMs: random.pick([null, null, 30 * minute, day]),
    payments: Array.from({ length: committers }, (_, index) =>
      index > 0 && random.chance(10) ? other : usual,
    ),
    faults: random.chance(20),
  };
}

function writeLimits(random: Random): SpendingLimits {
  return {
    maxSpendPerAction: usd(random.pick([5, 50, 200])),
    autoApproveUnder: usd(random.pick([0, 3, 10, 60])),
    dailySpendCap: usd(random.pick([20, 100, 300])),
    minReserve: usd(random.pick([0, 0, 20])),
  };
}

function writeRound(random: Random, settings: Settings, names: Names, isFirst: boolean): Round {
  const together = random.chance(60) ? 1 : 2 + random.below(2);
  return {
    advanceMs: random.pick([0, 1, 900, 900, 20_000, 9 * minute, 40 * minute, 7 * hour, day]),
    jumpMs: random.chance(6) ? random.pick([hour, -hour, -day, day]) : 0,
    moves: Array.from({ length: together }, () => ({
      committer: random.below(settings.payments.length),
      step: isFirst && random.chance(80) ? writeCredit(random) : writeStep(random, names),
    })),
  };
}

function writeStep(random: Random, names: Names): Step {
  const die = random.below(100);
  if (die < 34 || (die < 64 && names.proposed.length === 0)) return writeProposal(random, names);
  if (die < 54) {
    const id = recall(random, names.proposed);
    return { kind: "decide", id, decision: random.chance(80) ? "approve" : "deny" };
  }
  if (die < 64) {
    const id = recall(random, names.proposed);
    names.held.push(id);
    return { kind: "hold", id, autoApproved: random.chance(30) };
  }
  if (die < 73 && names.held.length === 0) return writeCredit(random);
  if (die < 70) {
    return { kind: "settle", id: recall(random, names.held), captured: writeAmount(random) };
  }
  if (die < 73) return { kind: "release", id: recall(random, names.held) };
  if (die < 86) return writeCredit(random);
  if (die < 91) {
    const reversal = `reversal-${random.below(4)}`;
    const session = `session-${random.below(4)}`;
    return { kind: "reverse", reversal, session, amount: usd(random.pick([1, 25, 500])) };
  }
  if (die < 93) return { kind: "refund", amount: usd(random.pick([1, 40])) };
  if (die < 97) return { kind: "set_budget", overrides: writeOverrides(random) };
  return { kind: "reset", verified: random.chance(70) };
}

function writeProposal(random: Random, { proposed }: Names): Step {
  const isNew = proposed.length === 0 || random.chance(85);
  const id = isNew ? `proposal-${proposed.length}` : recall(random, proposed);
  if (isNew) proposed.push(id);
  return { kind: "propose", id, amount: writeAmount(random), purpose: writePurpose(random) };
}

function writeCredit(random: Random): Step {
  const session = `session-${random.below(6)}`;
  const type = random.chance(70) ? "deposit" : "revenue";
  return { kind: "credit", session, type, amount: usd(random.pick([1, 25, 60, 200, 400, 900])) };
}

/** Returns one of the names, preferring recent ones, or a new one. */
function recall(random: Random, names: readonly string[]): string {
  if (random.chance(5)) return "proposal-unknown";
  const back = 1 + Math.min(random.below(4), random.below(4));
  return names.at(-back) ?? names[0] ?? "proposal-unknown";
}

/** Whole dollars and fractions around the default limits. */
function writeAmount(random: Random): Micros {
  const dollars = usd(random.pick([0, 1, 9, 9, 10, 12, 12, 30, 49, 50, 51]));
  const fraction = random.pick([0n, 0n, 0n, 1n, 100_000n, 999_999n]);
  const amount = dollars + fraction;
  return Micros.of(amount === 0n ? 1n : amount);
}

function writePurpose(random: Random): Purpose {
  if (random.chance(90)) return "office paper";
  return random.pick(["a gift card", "counterfeit watches"]);
}

function writeOverrides(random: Random): Partial<SpendingLimits> {
  if (random.chance(30)) return {};
  const { maxSpendPerAction, autoApproveUnder, dailySpendCap, minReserve } = writeLimits(random);
  return random.chance(50)
    ? { maxSpendPerAction, dailySpendCap }
    : { autoApproveUnder, minReserve };
}

function usd(dollars: number): Micros {
  return Micros.of(BigInt(dollars) * 1_000_000n);
}
