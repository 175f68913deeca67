import { Micros } from "@agent-treasury/provider";
import { earlierName } from "@agent-treasury/provider/helpers";
import {
  chainOf,
  holdMove,
  type LocalClock,
  localClock,
  type Move,
  releaseMove,
  settleMove,
  type StoredCharge,
} from "@agent-treasury/rules";
import { holdIn, releaseIn } from "@agent-treasury/rules/replay";
import type { Attack } from "./attack.ts";
import { AttackedWorkspace, type AttackSpend } from "./attacked-workspace.ts";
import { horizonEnd, spanOf } from "./horizon.ts";
import { agentIds, categoryNames, Random, usd, vendorNames } from "./random-attacks.fixture.ts";
import { namedPayee, plainSpend } from "./spend-candidates.ts";

const hourMs = 3_600_000;
/** Instants beside clock changes, ends of months, and others. */
export const instants: readonly number[] = [
  Date.UTC(2027, 2, 27, 12),
  Date.UTC(2027, 2, 28, 0, 30),
  Date.UTC(2026, 10, 30, 12),
  Date.UTC(2026, 11, 31, 12),
  Date.UTC(2027, 0, 31, 18),
  Date.UTC(2027, 9, 30, 20),
  Date.UTC(2027, 9, 31, 0, 30),
  Date.UTC(2026, 10, 29, 20),
  Date.UTC(2028, 1, 29, 5),
  Date.UTC(2027, 3, 3, 14, 40),
];

/** Amounts on hold, which no attack needs to reach its bound. */
export class HoldingWorkspace extends AttackedWorkspace {
  readonly #ledgerClock: LocalClock;

  constructor(attack: Attack, clock: LocalClock) {
    super(attack, clock);
    this.#ledgerClock = clock;
  }

  /** Null if it was not approved. */
  hold(spend: AttackSpend): HeldSpend | null {
    const { approvedAmount, at } = spend.facts;
    const charges = this.carryOut(spend, holdMove(approvedAmount, this.#ledgerClock, at));
    if (charges === null) return null;
    holdIn(this.book, approvedAmount, this.isAutomatic(spend));
    return { spend, charges };
  }

  capture(held: HeldSpend, at: number): void {
    const { approvedAmount } = held.spend.facts;
    const captured = { captured: approvedAmount, isFirst: true };
    this.#end(held, settleMove(approvedAmount, captured, this.#ledgerClock, at), at);
    this.count(held.spend, at);
  }

  release(held: HeldSpend, at: number): void {
    const { approvedAmount } = held.spend.facts;
    this.#end(held, releaseMove(approvedAmount), at);
    this.trial.available = Micros.add(this.trial.available, approvedAmount);
  }

  #end({ spend, charges }: HeldSpend, move: Move, at: number): void {
    const { facts } = spend;
    this.trial.move(facts.agentId, charges, move, at);
    this.allocations.move(facts, move);
    releaseIn(this.book, facts.approvedAmount, this.isAutomatic(spend));
  }
}

export interface HeldSpend {
  readonly spend: AttackSpend;
  readonly charges: readonly StoredCharge[];
}

export interface AdversaryOptions {
  readonly seed: number;
  readonly spends: number;
}

/**
 * Spends at random or greedily, without knowledge of the classes: paid at once, or held and captured
 * or released later. An approver approves some for less. Returns what was approved and not released.
 */
export function adversary(attack: Attack, { seed, spends }: AdversaryOptions): Micros {
  const random = new Random(seed);
  const clock = localClock(attack.timeZone);
  const expiry = attack.credential?.expiresAt ?? null;
  const anyStart = random.of(instants) + random.below(48 * 60) * 60_000;
  const chosen = expiry === null ? anyStart : attack.now + random.below(expiry - attack.now);
  const { start, end } = spanOf(attack, clock) ?? {
    start: chosen,
    end: horizonEnd(chosen, attack.horizon, clock),
  };
  const workspace = new HoldingWorkspace(attack, clock);
  const agentId = attack.agentId ?? random.of([...agentIds, "another"]);
  const isGreedy = random.is(0.6);
  const favourite = spendOf(random, agentId, start, start, attack);
  const isFocused = random.is(0.5);
  const times = Array.from({ length: spends }, () => timeIn(random, start, end)).toSorted(
    (one, other) => one - other,
  );
  let held: HeldSpend[] = [];
  let approved = 0n;
  const known = new Map<string, boolean>();
  for (const at of times) {
    const given = spendOf(random, agentId, at, start, attack);
    const facts = isFocused && random.is(0.7) ? { ...favourite.facts, at } : given.facts;
    const isKnown = known.get(facts.payee.id) ?? random.is(0.5);
    known.set(facts.payee.id, isKnown);
    const standing = random.is(0.3) ? (attack.standing?.[0] ?? null) : null;
    const covered =
      standing === null ? facts : { ...facts, ...namedPayee(standing.vendor), agentId };
    const draft: AttackSpend = { facts: covered, isKnown: isKnown && standing === null, standing };
    if (standing !== null && standing.agentId !== agentId) continue;
    const room = isGreedy ? workspace.roomFor(draft, covered.amount) : covered.amount;
    if (room <= 0n) continue;
    const isLowered = attack.attacker === "approver" && random.is(0.3);
    const amount = isLowered ? covered.amount : room;
    const approvedAmount = isLowered ? lesser(room, usd(random.of([3, 14, 40]))) : room;
    const spend = { ...draft, facts: { ...covered, amount, approvedAmount } };
    if (standing === null && random.is(0.25)) {
      const hold = workspace.hold(spend);
      if (hold !== null) {
        approved += approvedAmount;
        held.push(hold);
      }
    } else if (workspace.pay(spend)) approved += approvedAmount;
    if (random.is(0.2)) {
      for (const one of held) {
        if (random.is(0.7)) workspace.capture(one, at);
        else {
          workspace.release(one, at);
          approved -= one.spend.facts.approvedAmount;
        }
      }
      held = [];
    }
  }
  return approved as Micros;
}

function lesser(one: Micros, other: Micros): Micros {
  return one < other ? one : other;
}

function timeIn(random: Random, start: number, end: number): number {
  if (random.is(0.15)) return random.of([start, end]);
  const at = start + random.below(end - start);
  // Near the ends of hours, and so of days.
  return random.is(0.5) ? Math.min(end, at - (at % hourMs) + random.of([0, 1, hourMs - 1])) : at;
}

function chainIn({ allocations, credential }: Attack, random: Random): readonly string[] {
  const own = credential?.allocationId ?? null;
  const chosen = own ?? random.of([null, null, ...allocations.map(({ id }) => id), "absent"]);
  const chain = chosen === null ? [] : chainOf(allocations, chosen);
  return chain === null ? [chosen ?? ""] : chain.map(({ id }) => id);
}

function spendOf(
  random: Random,
  agentId: string,
  at: number,
  start: number,
  attack: Attack,
): AttackSpend {
  const name = random.of([
    ...vendorNames,
    "a w s",
    "fi gma",
    "аws",
    "G00gle",
    ...Array.from({ length: 4 }, (_, index) => `shop ${index + (start % 7)}`),
  ]);
  const isProven = random.is(0.1);
  const amount = random.is(0.5)
    ? usd(random.of([4, 5, 9, 9.999999, 10, 14, 25, 40, 49.999999, 50, 90, 999.999999, 9_999]))
    : Micros.of(BigInt(1 + random.below(60_000_000)));
  const facts = {
    ...plainSpend,
    ...namedPayee(name),
    ...(isProven && {
      payee: { id: vendorNames[3], isSelfReported: false },
      vendor: vendorNames[3],
      writtenVendor: vendorNames[3],
    }),
    agentId,
    category: random.of([
      null,
      ...categoryNames,
      earlierName("busİness"),
      "busineß",
      `other ${random.below(4)}`,
    ]),
    allocations: chainIn(attack, random),
    rail: random.of(["ledger", "ledger", "stripe-issuing"]),
    amount,
    approvedAmount: amount,
    at,
  };
  return { facts, isKnown: false, standing: null };
}
