import { Micros } from "@agent-treasury/provider";
import type { SpendingLimits } from "../../packages/treasury-core/src/domain.ts";
import { type Random, seededRandom } from "../histories/random.ts";
import type {
  AmountBase,
  History,
  JudgeStep,
  Move,
  Purpose,
  RelativeAmount,
  Settings,
  Step,
  Wait,
} from "./history.ts";

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Shortly before a midnight; except in UTC, the clocks change within the next hours. */
const beginnings: readonly [readonly [string, string], ...(readonly [string, string])[]] = [
  ["UTC", "2026-11-03T23:50:00Z"],
  ["America/New_York", "2026-03-08T03:30:00Z"],
  ["America/New_York", "2026-11-01T03:00:00Z"],
  ["Europe/Berlin", "2026-03-28T22:30:00Z"],
  ["Europe/Berlin", "2026-10-24T21:30:00Z"],
  ["Australia/Lord_Howe", "2026-10-03T12:00:00Z"],
  ["America/Santiago", "2026-04-05T02:30:00Z"],
  ["America/Santiago", "2026-09-06T03:30:00Z"],
];

/** In the order: per spend, auto-approval threshold, daily cap, reserve. */
const limitSets: readonly [SpendingLimits, ...SpendingLimits[]] = [
  limitsOf("50", "10", "100", "20"),
  limitsOf("50", "0", "100", "20"),
  limitsOf("8", "10", "100", "0"),
  limitsOf("50", "60", "40", "0"),
  limitsOf("200", "10", "60.5", "30"),
  limitsOf("0", "0", "0", "0"),
  limitsOf("1000000", "1000000", "1000000", "0"),
  limitsOf("12.345678", "3.000001", "20.000003", "0.999999"),
];

/** Generates a seed's history of 8 to 40 steps. */
export function writeHistory(seed: number): History {
  const random = seededRandom(seed);
  const settings = writeSettings(random);
  const proposed: string[] = [];
  const length = 8 + random.below(33);
  const moves = Array.from({ length }, (_, index): Move => {
    const step = index === 0 ? writeCredit(random) : writeStep(random, proposed);
    return { wait: writeWait(random), isNewProcess: random.chance(5), step };
  });
  return { seed, settings, moves };
}

function writeSettings(random: Random): Settings {
  const [timeZone, beginning] = random.pick(beginnings);
  return {
    beginning: Date.parse(beginning),
    timeZone,
    startingCapital: usd(random.pick(["0", "0", "150", "1000"])),
    limits: random.chance(40) ? limitSets[0] : random.pick(limitSets),
    autoApproveDaily: random.pick([null, null, null, usd("0"), usd("12"), usd("25.000001")]),
    proposalLifetimeMs: random.pick([null, 30 * minute, day]),
  };
}

function writeWait(random: Random): Wait {
  const die = random.below(100);
  if (die < 8) return { kind: "midnight", ms: random.pick([-1, 0, 1]) };
  if (die < 14) {
    const ms = random.pick([-3 * second, -10 * minute, -hour, -day, hour, day]);
    return { kind: "clock_set", ms };
  }
  const ms = random.pick([0, 0, 1, second, second, minute, 20 * minute, hour, 7 * hour]);
  return { kind: "elapsed", ms };
}

function writeStep(random: Random, proposed: string[]): Step {
  const die = random.below(100);
  if (die < 42 || proposed.length === 0) return writeProposal(random, proposed);
  const id = recall(random, proposed);
  if (die < 65) {
    const decision = random.chance(85) ? "approve" : "deny";
    return { kind: "decide", id, decision, isExternal: random.chance(40) };
  }
  if (die < 75) {
    const base = random.chance(70) ? "proposal" : "dailySpendCap";
    const offset = random.pick(["0", "0", "-1", "0.000001", "2.5"]);
    const captureId = `capture ${random.below(20)}`;
    return { kind: "capture", id, captureId, amount: { base, offset: usd(offset) } };
  }
  if (die < 79) return { kind: "release", id };
  if (die < 90) return writeCredit(random);
  if (die < 93) return { kind: "refund", amount: fixed(random.pick(["0.000001", "5", "40"])) };
  if (die < 98) return { kind: "set_budget", overrides: writeOverrides(random) };
  return { kind: "reset" };
}

function writeProposal(random: Random, proposed: string[]): Step {
  const isNew = proposed.length === 0 || random.chance(95);
  const id = isNew ? `proposal-${proposed.length}` : recall(random, proposed);
  if (isNew) proposed.push(id);
  return {
    kind: "propose",
    id,
    amount: writeAmount(random),
    purpose: random.chance(90)
      ? "office paper"
      : random.pick<Purpose>(["a gift card", "counterfeit watches"]),
    judge: random.chance(80)
      ? "none"
      : random.pick<JudgeStep>(["silent", "safe", "review", "blocked"]),
    isExternal: random.chance(30),
  };
}

/** At, just below or just above a limit, or an amount that several limits allow. */
function writeAmount(random: Random): RelativeAmount {
  if (random.chance(35)) return fixed(random.pick(["1", "2.999999", "5", "9.5", "12", "30"]));
  const base = random.pick<AmountBase>([
    "maxSpendPerAction",
    "autoApproveUnder",
    "dailySpendCap",
    "minReserve",
    "autoApproveDaily",
  ]);
  return { base, offset: usd(random.pick(["-0.000001", "0", "0.000001"])) };
}

function writeCredit(random: Random): Step {
  const amount = fixed(random.pick(["1", "25", "60", "200", "900", "-25"]));
  return { kind: "credit", type: random.pick(["deposit", "revenue"]), amount };
}

/** One to four limits of a set, or none to return to the defaults. */
function writeOverrides(random: Random): Partial<SpendingLimits> {
  if (random.chance(20)) return {};
  const set = Object.entries(random.pick(limitSets));
  return Object.fromEntries(set.filter(() => random.chance(60)));
}

/** Prefers recent proposals. */
function recall(random: Random, proposed: readonly string[]): string {
  if (random.chance(4)) return "proposal-unknown";
  const back = 1 + Math.min(random.below(4), random.below(4), random.below(4));
  return proposed.at(-back) ?? "proposal-0";
}

function fixed(amount: string): RelativeAmount {
  return { base: "zero", offset: usd(amount) };
}

function limitsOf(
  perSpend: string,
  under: string,
  perDay: string,
  reserve: string,
): SpendingLimits {
  return {
    maxSpendPerAction: usd(perSpend),
    autoApproveUnder: usd(under),
    dailySpendCap: usd(perDay),
    minReserve: usd(reserve),
  };
}

/** Reads decimal dollars with up to six places. */
function usd(dollars: string): Micros {
  const [whole = "", fraction = ""] = dollars.split(".");
  return Micros.of(`${whole}${fraction.padEnd(6, "0")}`);
}
