import { type Micros } from "@agent-treasury/provider";
import {
  type Counter,
  counterIdOf,
  hashOf,
  liveGroups,
  localClock,
  type Rule,
  readRuleSet,
  usageIn,
  type WrittenRule,
} from "@agent-treasury/rules";
import type { TestFramework } from "@agent-treasury/testing";
import {
  accountFromRecord,
  type CounterSource,
  ruleCounter,
  type SpendProposal,
  usageKey,
  ruleState,
} from "../../../packages/treasury-core/src/domain.ts";
import { type Random, seededRandom } from "../../histories/random.ts";
import type { RuleSubject } from "../rule-subject.ts";
import { person, type RuleWorld, ruleWorlds, tableClock } from "../table/rule-world.ts";
import { usd } from "../usd.ts";
import {
  type ModelLimit,
  type ModelSpend,
  type ModelUsage,
  type ModelVendor,
  type SmallEvent,
  SmallVendorModel,
} from "./small-vendor-model.ts";

export interface SmallVendorSubject extends RuleSubject {
  readonly histories: number;
  readonly firstSeed: number;
}

const agents = ["agent", "buyer"] as const;
/** The last two are counted in two groups. `acme` is one of those. */
const vendors: readonly [ModelVendor, ...ModelVendor[]] = [
  { written: "aws", groups: ["aws"] },
  { written: "GCP", groups: ["gcp"] },
  { written: "acme", groups: ["acme"] },
  { written: "a\u0441me", groups: ["a\u0441me", "acme"] },
  { written: "Straße", groups: ["straße", "strasse"] },
];
const amounts = [0.000001, 0.000001, 0.002, 0.004, 0.006, 0.009, 0.009999, 0.01, 0.02] as const;
const limits: readonly [ModelLimit, ...ModelLimit[]] = [
  { measure: "amount", maximum: 25_000n, window: "day" },
  { measure: "amount", maximum: 15_000n, window: "rolling" },
  { measure: "count", maximum: 4n, window: "day" },
  { measure: "count", maximum: 5n, window: "rolling" },
];
const stepsOfHistory = 60;
const local = localClock("Europe/Berlin");

/**
 * Runs random histories of spends around one cent under a limit by vendor. A model that loops over
 * all events must allow the same spends and have the same usage, after every step.
 */
export function smallVendors(framework: TestFramework, subject: SmallVendorSubject): void {
  const { describe, it, expect } = framework;
  const { name, histories, firstSeed } = subject;
  describe(`vendors below one cent on ${name}`, () => {
    it(`count as in the model, ${histories} histories from seed ${firstSeed}`, async () => {
      const met = new Map<string, number>();
      for (let seed = firstSeed; seed < firstSeed + histories; seed += 1) {
        const failure = await runHistory(subject, seed, met).catch(String);
        expect([seed, failure]).toEqual([seed, null]);
      }
      const kinds = ["executed", "pending", "approved", "failed", "shared", "moved"];
      expect(kinds.filter((kind) => !met.has(kind))).toEqual([]);
    });
  });
}

interface History {
  world: RuleWorld;
  readonly random: Random;
  readonly limit: ModelLimit;
  readonly rule: Rule;
  readonly events: SmallEvent[];
  readonly spends: { readonly spend: ModelSpend; proposal: SpendProposal }[];
  readonly met: Map<string, number>;
}

async function runHistory(
  { open }: RuleSubject,
  seed: number,
  met: Map<string, number>,
): Promise<string | null> {
  const random = seededRandom(seed);
  const limit = random.pick(limits);
  const written = ruleOf(limit);
  const [rule] = readRuleSet({ version: 1, rules: [written] }).rules;
  const clock = tableClock();
  const opened = await open(clock.now);
  try {
    const worlds = ruleWorlds(opened, clock);
    const world = await worlds.open([written]);
    if (rule === undefined) throw new Error("The rule is missing.");
    const history: History = { world, random, limit, rule, events: [], spends: [], met };
    let now = Date.parse("2026-11-02T08:00:00Z");
    for (let step = 0; step < stepsOfHistory; step += 1) {
      now += random.pick([1_000, 600_000, 3_600_000, 3_600_000 * random.below(14)]);
      world.setTime(new Date(now).toISOString());
      if (random.chance(15)) history.world = worlds.reopen(world);
      const flaw = (await takeStep(history, now)) ?? (await differenceIn(history, now));
      if (flaw !== null) return `Step ${step + 1}: ${flaw}`;
    }
    return null;
  } finally {
    await opened.close();
  }
}

function ruleOf({ measure, maximum, window }: ModelLimit): WrittenRule {
  const most = measure === "count" ? { count: Number(maximum) } : { amountUsd: textOf(maximum) };
  const per = window === "day" ? "day" : { rollingHours: 24 };
  return { id: "vendor", then: { limit: { ...most, per, by: "vendor" } } };
}

const textOf = (micros: bigint): string => `0.${String(micros).padStart(6, "0")}`;

async function takeStep(history: History, now: number): Promise<string | null> {
  const { random } = history;
  const die = random.below(100);
  const waiting = history.spends.find(({ proposal }) => proposal.status === "pending");
  const held = history.spends.find(({ proposal }) => proposal.status === "approved");
  if (waiting !== undefined && die < 20) return decide(history, waiting, now);
  if (held !== undefined && die < 45) return settle(history, held, now);
  if (held === undefined && die > 97) {
    await history.world.reset();
    await history.world.credit(100);
    history.events.push({ kind: "reset", at: now });
    history.spends.length = 0;
    return null;
  }
  return propose(history, now);
}

async function propose(history: History, now: number): Promise<string | null> {
  const { world, random, limit, events, met } = history;
  const vendor = random.pick(vendors);
  const amountUsd = random.pick(amounts);
  const agentId = random.pick(agents);
  const isHeld = random.chance(35);
  const model = new SmallVendorModel(limit, events);
  const given = { usd: amountUsd, vendor: vendor.written, agentId, isHeld };
  const proposal = await world.propose(given);
  const spend: ModelSpend = { id: proposal.id, agentId, vendor, amount: usd(amountUsd) };
  const isAllowed = model.allows(spend, now);
  const expected = isAllowed ? (isHeld ? "approved" : "executed") : "pending";
  meet(met, proposal.status);
  if (/for vendors below/.test(proposal.reason)) meet(met, "shared");
  if (proposal.status !== expected) {
    return `${agentId} pays ${amountUsd} to ${vendor.written}: ${proposal.status}, not ${expected}: ${proposal.reason}`;
  }
  history.spends.push({ spend, proposal });
  if (isAllowed) carryOut(history, spend, isHeld, now);
  return null;
}

function carryOut({ events, limit, met }: History, spend: ModelSpend, isHeld: boolean, at: number) {
  const [own = ""] = spend.vendor.groups;
  const before = new SmallVendorModel(limit, events);
  events.push({ kind: isHeld ? "held" : "paid", spend, at });
  const opened = new SmallVendorModel(limit, events).openedGroups(at);
  if (opened > before.openedGroups(at) && before.usageOf(own, at).amount > 0n) meet(met, "moved");
}

async function decide(
  history: History,
  one: History["spends"][number],
  now: number,
): Promise<string | null> {
  const { world, random, limit, events, met } = history;
  if (random.chance(30)) {
    one.proposal = await world.deny(one.proposal);
    return null;
  }
  const lower = usd(random.pick(amounts));
  const isLower = random.chance(40) && lower < one.proposal.amount;
  const amount: Micros = isLower ? lower : one.proposal.amount;
  const spend = { ...one.spend, amount };
  const isAllowed = new SmallVendorModel(limit, events).allows(spend, now);
  one.proposal = await world.approveAs(one.proposal, person("ada"), amount);
  meet(met, one.proposal.status);
  const isHeld = one.proposal.status === "approved";
  const isPaid = isHeld || one.proposal.status === "executed";
  if (isPaid !== isAllowed) return `An approval of ${amount} results in ${one.proposal.status}.`;
  if (isAllowed) carryOut(history, spend, isHeld, now);
  history.spends.splice(history.spends.indexOf(one), 1, { spend, proposal: one.proposal });
  return null;
}

async function settle(
  { world, random, events }: History,
  one: History["spends"][number],
  at: number,
): Promise<string | null> {
  const { spend } = one;
  if (random.chance(35)) {
    one.proposal = await world.release(one.proposal);
    events.push({ kind: "released", spend, at });
    return null;
  }
  const capturedUsd = random.pick(amounts);
  await world.capture(one.proposal, capturedUsd);
  one.proposal = { ...one.proposal, status: "executed" };
  events.push({ kind: "captured", spend, amount: usd(capturedUsd), at });
  return null;
}

function meet(met: Map<string, number>, kind: string): void {
  met.set(kind, (met.get(kind) ?? 0) + 1);
}

/** Compares the stored counters, those of shared groups, and the number of groups. */
async function differenceIn(
  { world, limit, rule, events }: History,
  now: number,
): Promise<string | null> {
  const model = new SmallVendorModel(limit, events);
  const counter = counterIdOf(rule);
  const named = [...new Set(vendors.flatMap(({ groups }) => groups))].map((name) => ({
    name,
    group: `vendor.${hashOf(`name:${name}`)}`,
    expected: model.usageOf(name, now),
  }));
  const shared = agents.flatMap((agentId) =>
    ["small", "alike"].map((kind, place) => ({
      name: `${kind} of ${agentId}`,
      group: `vendor.${kind}.${hashOf(agentId)}`,
      expected: model.sharedBy(agentId, place, now),
    })),
  );
  const all = [...named, ...shared];
  const keys = all.map(({ group }) => usageKey({ counter, group }));
  const { storage } = world.process;
  const [snapshot] = await storage.load([{ workspaceId: world.workspaceId, keys }]);
  const docs = new Map(snapshot?.found.map((doc) => [doc.id, doc]));
  const account = accountFromRecord(snapshot?.head?.account ?? {});
  const source: CounterSource = {
    head: { epoch: snapshot?.head?.epoch ?? 1, account },
    doc: ({ id }) => docs.get(id),
  };
  for (const { name, group, expected } of all) {
    const found = read(ruleCounter(source, { counter, group }), rule, now);
    if (found.amount !== expected.amount || found.count !== expected.count) {
      return `${name} has ${found.amount} in ${found.count} spends, the model ${expected.amount} in ${expected.count}.`;
    }
  }
  const live = liveGroups(
    (ruleState.of(account).groups.get(counter) ?? []).filter(([end]) => end > now),
  );
  const opened = model.openedGroups(now);
  const isExact = limit.window === "day" ? live === opened : live >= opened;
  return isExact ? null : `${live} groups are live, the model has ${opened}.`;
}

function read(counter: Counter, { then }: Rule, now: number): ModelUsage {
  if (then.kind !== "limit") throw new Error("The rule has no limit.");
  const { used, usedCount } = usageIn(counter, then.limit.window, local, now);
  return { amount: used, count: BigInt(usedCount) };
}
