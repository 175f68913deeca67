import { Micros } from "@agent-treasury/provider";
import {
  type Approval,
  chargeMove,
  holdMove,
  type LocalClock,
  mayAutoApprove,
  normaliseName,
  progressOf,
  settleMove,
  type SpendFacts,
  type StoredCharge,
} from "@agent-treasury/rules";
import { RuleTrial } from "@agent-treasury/rules/replay";
import { type Attack, type AttackedStanding, isAutomaticAttack } from "./attack.ts";
import { AttackedAllocations } from "./attacked-allocations.ts";

/** A spend of a sequence. */
export interface AttackSpend {
  readonly facts: SpendFacts;
  /** Whether a person approved an earlier payment to the payee. */
  readonly isKnown: boolean;
  /** The standing approval that replaces persons; null without one. */
  readonly standing: AttackedStanding | null;
}

export interface HeldSpend {
  readonly spend: AttackSpend;
  readonly charges: readonly StoredCharge[];
}

type ApprovedSpend = ReturnType<RuleTrial["judge"]>;

const sufficient = Micros.of(10n ** 18n);

/**
 * A workspace in memory, with the evaluator of the rules and the five limits. It carries out the
 * spends for which the attacker has the approvals.
 */
export class AttackedWorkspace {
  spent: Micros = Micros.zero;
  readonly trial: RuleTrial;
  readonly #attack: Attack;
  readonly #clock: LocalClock;
  readonly #allocations: AttackedAllocations;
  #held: Micros = Micros.zero;
  #automaticHeld: Micros = Micros.zero;
  #day = "";
  #spentToday: Micros = Micros.zero;
  #automaticToday: Micros = Micros.zero;
  readonly #standing = new Map<AttackedStanding, StandingUse>();

  constructor(attack: Attack, clock: LocalClock) {
    this.#attack = attack;
    this.#clock = clock;
    const available = attack.balance ?? sufficient;
    this.trial = new RuleTrial(attack.ruleSet, clock, available);
    this.#allocations = new AttackedAllocations(attack, clock);
    const { used, now } = attack;
    if (used === undefined) return;
    for (const [rule, amount] of used) this.trial.begin(rule, amount, now);
    this.#rollTo(now);
    this.#spentToday = Micros.of(used.get("daily-spend-cap") ?? 0n);
    this.#automaticToday = Micros.of(used.get("auto-approve-daily") ?? 0n);
  }

  /** Proposes a spend. Returns whether it was paid without a person that the attacker lacks. */
  pay(spend: AttackSpend): boolean {
    const evaluation = this.#approve(spend);
    if (evaluation === null) return false;
    const { facts } = spend;
    this.trial.carryOut(facts, evaluation, this.#isAutomatic(spend));
    this.#allocations.move(facts, chargeMove(facts.amount, this.#clock, facts.at));
    this.#count(spend);
    this.trial.available = Micros.subtract(this.trial.available, facts.amount);
    return true;
  }

  /** Proposes a spend whose amount is on hold until `capture`. Null if it was not approved. */
  hold(spend: AttackSpend): HeldSpend | null {
    const evaluation = this.#approve(spend);
    if (evaluation === null) return null;
    const { facts } = spend;
    const move = holdMove(facts.amount, this.#clock, facts.at);
    const charges = this.trial.carryOut(facts, evaluation, this.#isAutomatic(spend), move);
    this.#allocations.move(facts, move);
    this.#held = Micros.add(this.#held, facts.amount);
    if (this.#isAutomatic(spend)) {
      this.#automaticHeld = Micros.add(this.#automaticHeld, facts.amount);
    }
    this.trial.available = Micros.subtract(this.trial.available, facts.amount);
    return { spend, charges };
  }

  capture({ spend, charges }: HeldSpend, at: number): void {
    const { facts } = spend;
    const { amount } = facts;
    const captured = { captured: amount, isFirst: true };
    const move = settleMove(amount, captured, this.#clock, at);
    this.trial.move(facts.agentId, charges, move, at);
    this.#allocations.move(facts, move);
    this.#held = Micros.subtract(this.#held, amount);
    if (this.#isAutomatic(spend)) {
      this.#automaticHeld = Micros.subtract(this.#automaticHeld, amount);
    }
    this.#rollTo(at);
    this.#count(spend);
  }

  /** Returns the largest amount, up to `most`, that the sums per window still allow. */
  roomFor(spend: AttackSpend, most: Micros): Micros {
    const { facts, isKnown, standing } = spend;
    const { limits, balance } = this.#attack;
    const { at } = facts;
    this.#rollTo(at);
    if (isKnown) this.trial.know(facts);
    const isAutomatic = this.#isAutomatic(spend);
    const evaluation = this.trial.judge(facts);
    const left = [
      this.trial.roomFor(facts, evaluation, isAutomatic, most),
      this.#allocations.roomFor(facts, most),
      ...(isAutomatic && !evaluation.isPayeeAllowed ? [this.#maximumTo(facts)] : []),
      Micros.subtract(limits.dailySpendCap, Micros.add(this.#spentToday, this.#held)),
      ...(isAutomatic ? [this.#automaticLeft()] : []),
      ...(balance === undefined ? [] : [Micros.subtract(this.trial.available, limits.minReserve)]),
      ...(standing === null ? [] : [this.#useOf(standing, at).left]),
    ];
    return left.reduce((least, each) => (each < least ? each : least), most);
  }

  /** Returns the evaluation of a spend that is approved. */
  #approve(spend: AttackSpend): ApprovedSpend | null {
    const { trial } = this;
    const { facts, isKnown, standing } = spend;
    if (!this.#isAsked(facts)) return null;
    const isAutomatic = this.#isAutomatic(spend);
    if (isKnown) trial.know(facts);
    this.#rollTo(facts.at);
    const proposed = trial.judge(facts);
    if (proposed.denied !== null || this.#allocations.refuse(facts)) return null;
    trial.propose(facts);
    if (!this.#keepsLimits(facts, isAutomatic)) return null;
    const isSmall = facts.amount < this.#attack.limits.autoApproveUnder;
    if (isAutomatic) {
      const isPayable = proposed.isPayeeAllowed || facts.amount <= this.#maximumTo(facts);
      const isApproved =
        isPayable && proposed.limits.length === 0 && mayAutoApprove(proposed, isSmall);
      return isApproved && trial.refusal(proposed, facts) === null ? proposed : null;
    }
    if (
      standing !== null &&
      (!this.#isCovered(standing, facts) || proposed.duplicates.length > 0)
    ) {
      return null;
    }
    const executed = trial.judge(facts, "execution");
    const required = [...proposed.requirements, ...executed.requirements];
    const groups = required.flatMap(({ from }) => from ?? []);
    const approval: Approval = { person: "approver", groups, passkey: true };
    const isComplete = progressOf(required, [approval], "proposer").isComplete;
    return isComplete && trial.refusal(executed, facts) === null ? executed : null;
  }

  /** Whether the attacker's credential can request it. */
  #isAsked({ agentId, allocations, at }: SpendFacts): boolean {
    const { credential, agentId: own } = this.#attack;
    if (credential === undefined) return true;
    const { allocationId, expiresAt } = credential;
    return (
      agentId === own &&
      (allocationId === null || allocations[0] === allocationId) &&
      (expiresAt === null || at < expiresAt)
    );
  }

  /** The most that policy pays a payee that no rule allows. */
  #maximumTo({ vendor, writtenVendor = vendor, rail }: SpendFacts): Micros {
    const payees = this.#attack.credential?.payees ?? null;
    if (payees === null) return sufficient;
    const written = normaliseName(writtenVendor);
    return payees
      .filter((one) => one.rail === rail)
      .filter(({ name }) => name === null || normaliseName(name) === written)
      .reduce((most, { maximum }) => Micros.max(most, maximum), Micros.zero);
  }

  #keepsLimits({ amount }: SpendFacts, isAutomatic: boolean): boolean {
    const { limits, balance } = this.#attack;
    const left = Micros.subtract(this.trial.available, amount);
    const today = Micros.add(Micros.add(this.#spentToday, this.#held), amount);
    return (
      amount <= limits.maxSpendPerAction &&
      today <= limits.dailySpendCap &&
      (balance === undefined || left >= limits.minReserve) &&
      (!isAutomatic || amount <= this.#automaticLeft())
    );
  }

  #automaticLeft(): Micros {
    const used = Micros.add(this.#automaticToday, this.#automaticHeld);
    return Micros.subtract(this.#attack.limits.autoApproveDaily, used);
  }

  #isAutomatic({ standing }: Pick<AttackSpend, "standing">): boolean {
    return isAutomaticAttack(this.#attack) && standing === null;
  }

  #count(spend: AttackSpend): void {
    const { facts, standing } = spend;
    const { amount } = facts;
    this.spent = Micros.add(this.spent, amount);
    this.#spentToday = Micros.add(this.#spentToday, amount);
    if (this.#isAutomatic(spend)) {
      this.#automaticToday = Micros.add(this.#automaticToday, amount);
    } else this.trial.know(facts);
    if (standing === null) return;
    const use = this.#useOf(standing, facts.at);
    this.#standing.set(standing, {
      ...use,
      left: Micros.subtract(use.left, amount),
      spends: use.spends + 1,
    });
  }

  #isCovered(standing: AttackedStanding, { amount, at }: SpendFacts): boolean {
    const { left, spends } = this.#useOf(standing, at);
    const { maximum, count } = standing;
    return amount <= maximum && amount <= left && (count === null || spends < count);
  }

  /** A rolling window of a standing approval is not renewed here, which allows less. */
  #useOf(standing: AttackedStanding, at: number): StandingUse {
    const { limit } = standing;
    const window =
      limit === null || limit.window.kind === "rolling" ? "" : this.#clock(at)[limit.window.period];
    const known = this.#standing.get(standing);
    if (known !== undefined && known.window >= window) return known;
    return { window, left: limit?.maximum ?? sufficient, spends: known?.spends ?? 0 };
  }

  #rollTo(at: number): void {
    const { day } = this.#clock(at);
    if (day <= this.#day) return;
    this.#day = day;
    this.#spentToday = Micros.zero;
    this.#automaticToday = Micros.zero;
  }
}

interface StandingUse {
  readonly window: string;
  readonly left: Micros;
  readonly spends: number;
}
