import { Micros } from "@agent-treasury/provider";
import { type HistoryClock, historyClock } from "../histories/history-clock.ts";
import { seededRandom } from "../histories/random.ts";
import { jsonText, proposalText, resultText } from "./compared.ts";
import { type EarlierVersion, earlierVersion } from "./earlier-version.ts";
import type { History, RelativeAmount, Settings, Step, Wait } from "./history.ts";
import { presentVersion } from "./present-version.ts";
import { policyOf } from "./requests.ts";
import { autoApproveDailyOf, balanceOf, limitsOf } from "./version-0.1.mjs";

/** The longest local day has 25 hours. */
const longestDayMs = 26 * 3_600_000;
const smallest = Micros.of(1n);

/**
 * Performs a history's steps in both versions, and compares the results after every step and all
 * proposals at the end. `seen` receives a summary of each result.
 *
 * @throws Error with the step that differs.
 */
export async function runHistory(
  { seed, settings, moves }: History,
  rewrite: (text: string) => string,
  seen: (summary: string) => void = () => {},
): Promise<void> {
  const clock = historyClock(settings.beginning);
  const earlier = earlierVersion(settings);
  const present = presentVersion(settings, clock);
  const random = seededRandom(seed);
  for (const [index, { wait, isNewProcess, step }] of moves.entries()) {
    pass(wait, clock, earlier);
    if (isNewProcess) present.openProcess();
    const resolved = resolveAmounts(step, settings, earlier, clock.now());
    const salt = random.identifier();
    const result = await present.take(resolved, salt);
    // The comparison is about limits: both versions decide at the time that the present one reads.
    const before = earlier.take(resolved, salt, result.now);
    const what = `step ${index + 1}, ${jsonText(resolved)}`;
    compare(what, resultText(before, rewrite), resultText(result));
    seen(summaryOf(before));
  }
  const recorded = earlier.proposals();
  const found = await present.proposals([...recorded.keys()]);
  await present.close();
  for (const [id, proposal] of recorded) {
    const now = found.get(id);
    compare(`the end, ${id}`, proposalText(proposal, rewrite), now ? proposalText(now) : "none");
  }
}

function compare(what: string, before: string, now: string): void {
  if (before === now) return;
  throw new Error(`At ${what}\nversion 0.1:\n${before}\nthe present version:\n${now}`);
}

function summaryOf({ outcome }: ReturnType<EarlierVersion["take"]>): string {
  if (outcome.kind === "refused") return outcome.code;
  if (outcome.proposal === null) return "done";
  const { status, verdict, autoApproved, hold } = outcome.proposal;
  return `${status} ${verdict}${autoApproved ? " automatic" : ""}${hold ? " held" : ""}`;
}

function pass(wait: Wait, clock: HistoryClock, { calendar }: EarlierVersion): void {
  if (wait.kind === "clock_set") clock.jump(wait.ms);
  else if (wait.kind === "elapsed") clock.advance(wait.ms);
  else {
    const now = clock.now();
    const today = calendar.dayOf(now);
    let [before, after] = [now, now + longestDayMs];
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2);
      if (calendar.dayOf(middle) > today) after = middle;
      else before = middle;
    }
    clock.advance(Math.max(0, after + wait.ms - now));
  }
}

function resolveAmounts(
  step: Step,
  settings: Settings,
  earlier: EarlierVersion,
  now: number,
): Step<Micros> {
  switch (step.kind) {
    case "propose":
    case "capture":
      return { ...step, amount: amountOf(step, settings, earlier, now) };
    case "credit":
    case "refund":
      return { ...step, amount: step.amount.offset };
    default:
      return step;
  }
}

function amountOf(
  { id, amount: { base, offset } }: { readonly id: string; readonly amount: RelativeAmount },
  settings: Settings,
  earlier: EarlierVersion,
  now: number,
): Micros {
  const policy = policyOf(settings);
  const account = earlier.accountAt(now);
  const limits = limitsOf(account, policy);
  const { maxSpendPerAction, autoApproveUnder } = limits;
  const perSpend = (room: Micros): Micros => clamp(Micros.add(room, offset), maxSpendPerAction);
  switch (base) {
    case "zero":
      return offset;
    case "maxSpendPerAction":
    case "autoApproveUnder":
      return clamp(Micros.add(limits[base], offset));
    case "dailySpendCap": {
      const spent = Micros.add(account.spentToday, account.held);
      return perSpend(Micros.subtract(limits.dailySpendCap, spent));
    }
    case "minReserve": {
      const free = Micros.subtract(balanceOf(account), account.held);
      return perSpend(Micros.subtract(free, limits.minReserve));
    }
    case "autoApproveDaily": {
      const used = Micros.add(account.autoApprovedToday, automaticHolds(earlier));
      const room = Micros.subtract(autoApproveDailyOf(limits, policy), used);
      const belowThreshold = Micros.subtract(autoApproveUnder, smallest);
      return clamp(Micros.add(room, offset), belowThreshold);
    }
    case "proposal": {
      const proposed = earlier.proposals().get(id)?.amount ?? Micros.zero;
      return clamp(Micros.add(proposed, offset));
    }
  }
}

/** Keeps a spend within the other limits, so that it approaches the limit under test. */
function clamp(amount: Micros, maximum: Micros = amount): Micros {
  return Micros.max(smallest, amount > maximum ? maximum : amount);
}

function automaticHolds(earlier: EarlierVersion): Micros {
  return [...earlier.proposals().values()]
    .filter(({ autoApproved, hold }) => autoApproved && hold !== null)
    .reduce((sum, { amount }) => Micros.add(sum, amount), Micros.zero);
}
