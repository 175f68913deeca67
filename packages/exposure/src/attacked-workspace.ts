import { Micros } from "@agent-treasury/provider";
import {
  type Approval,
  chargeMove,
  type LocalClock,
  mayAutoApprove,
  type Move,
  normaliseName,
  progressOf,
  type SpendFacts,
  type StoredCharge,
} from "@agent-treasury/rules";
import { type MoneyBook, openBook, rollTo, RuleTrial, spendIn } from "@agent-treasury/rules/replay";
import { type Attack, type AttackedStanding, isAutomaticAttack } from "./attack.ts";
import { AttackedAllocations } from "./attacked-allocations.ts";

/** A spend of a sequence. */
export interface AttackSpend {
  /** An approver may have lowered the approved amount. */
  readonly facts: SpendFacts;
  /** Whether a person approved an earlier payment to the payee. */
  readonly isKnown: boolean;
  /** The standing approval that replaces persons; null without one. */
  readonly standing: AttackedStanding | null;
}

type ApprovedSpend = ReturnType<RuleTrial["judge"]>;

const sufficient = Micros.of(10n ** 18n);

/**
 * A workspace in memory, with the evaluator of the rules and the five limits. It carries out the
 * spends for which the attacker has the approvals.
 */
export class AttackedWorkspace {
  readonly trial: RuleTrial;
  readonly allocations: AttackedAllocations;
  readonly book: MoneyBook = openBook();
  readonly #attack: Attack;
  readonly #clock: LocalClock;
  readonly #standing = new Map<AttackedStanding, StandingUse>();

  constructor(attack: Attack, clock: LocalClock) {
    this.#attack = attack;
    this.#clock = clock;
    const available = attack.balance ?? sufficient;
    this.trial = new RuleTrial(attack.ruleSet, clock, available);
    this.allocations = new AttackedAllocations(attack, clock);
    const { used, now } = attack;
    if (used === undefined) return;
    for (const [rule, amount] of used) this.trial.begin(rule, amount, now);
    this.#rollTo(now);
    this.book.spentToday = Micros.of(used.get("daily-spend-cap") ?? 0n);
    this.book.automaticToday = Micros.of(used.get("auto-approve-daily") ?? 0n);
  }

  /** Proposes a spend. Returns whether it was paid without a person that the attacker lacks. */
  pay(spend: AttackSpend): boolean {
    const { approvedAmount, at } = spend.facts;
    const charges = this.carryOut(spend, chargeMove(approvedAmount, this.#clock, at));
    if (charges !== null) this.count(spend, at);
    return charges !== null;
  }

  /** Proposes a spend, and charges it to its counters. Null if it was not approved. */
  carryOut(spend: AttackSpend, move: Move): readonly StoredCharge[] | null {
    const evaluation = this.#approve(spend);
    if (evaluation === null) return null;
    const { facts } = spend;
    const charges = this.trial.carryOut(facts, evaluation, this.isAutomatic(spend), move);
    this.allocations.move(facts, move);
    this.trial.available = Micros.subtract(this.trial.available, facts.approvedAmount);
    return charges;
  }

  /** Counts what is paid under the limits of the day and the standing approval. */
  count(spend: AttackSpend, at: number): void {
    const { facts, standing } = spend;
    const amount = facts.approvedAmount;
    this.#rollTo(at);
    spendIn(this.book, amount, this.isAutomatic(spend));
    if (!this.isAutomatic(spend)) this.trial.know(facts);
    if (standing === null) return;
    const { window, left, spends } = this.#useOf(standing, facts.at);
    const use = { window, left: Micros.subtract(left, amount), spends: spends + 1 };
    this.#standing.set(standing, use);
  }

  /** Returns the largest amount, up to `most`, that the sums per window still allow. */
  roomFor(spend: AttackSpend, most: Micros): Micros {
    const { facts, isKnown, standing } = spend;
    const { limits, balance } = this.#attack;
    const { at } = facts;
    this.#rollTo(at);
    if (isKnown) this.trial.know(facts);
    const isAutomatic = this.isAutomatic(spend);
    const evaluation = this.trial.judge(facts);
    const { spentToday, held } = this.book;
    const left = [
      this.trial.roomFor(facts, evaluation, isAutomatic, most),
      this.allocations.roomFor(facts, most),
      ...(isAutomatic && !evaluation.isPayeeAllowed ? [this.#maximumTo(facts)] : []),
      Micros.subtract(limits.dailySpendCap, Micros.add(spentToday, held)),
      ...(isAutomatic ? [this.#automaticLeft()] : []),
      ...(balance === undefined ? [] : [Micros.subtract(this.trial.available, limits.minReserve)]),
      ...(standing === null ? [] : [this.#useOf(standing, at).left]),
    ];
    return left.reduce((least, each) => (each < least ? each : least), most);
  }

  isAutomatic({ standing }: Pick<AttackSpend, "standing">): boolean {
    return isAutomaticAttack(this.#attack) && standing === null;
  }

  /** Returns the evaluation of a spend that is approved. */
  #approve(spend: AttackSpend): ApprovedSpend | null {
    const { trial } = this;
    const { facts, isKnown, standing } = spend;
    if (!this.#isAsked(facts)) return null;
    const isAutomatic = this.isAutomatic(spend);
    // Only a person approves less.
    if (facts.approvedAmount < facts.amount && isAutomaticAttack(this.#attack)) return null;
    if (isKnown) trial.know(facts);
    this.#rollTo(facts.at);
    const proposed = trial.judge({ ...facts, approvedAmount: facts.amount });
    if (proposed.denied !== null || this.allocations.refuse(facts)) return null;
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
    // The authors of a standing approval are assumed to meet every requirement.
    const isComplete = standing !== null || progressOf(required, [approval], "proposer").isComplete;
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

  #keepsLimits({ amount, approvedAmount }: SpendFacts, isAutomatic: boolean): boolean {
    const { limits, balance } = this.#attack;
    const { spentToday, held } = this.book;
    const left = Micros.subtract(this.trial.available, approvedAmount);
    const today = Micros.add(Micros.add(spentToday, held), approvedAmount);
    return (
      amount <= limits.maxSpendPerAction &&
      today <= limits.dailySpendCap &&
      (balance === undefined || left >= limits.minReserve) &&
      (!isAutomatic || amount <= this.#automaticLeft())
    );
  }

  #automaticLeft(): Micros {
    const { automaticToday, automaticHeld } = this.book;
    const used = Micros.add(automaticToday, automaticHeld);
    return Micros.subtract(this.#attack.limits.autoApproveDaily, used);
  }

  #isCovered(standing: AttackedStanding, { amount, approvedAmount, at }: SpendFacts): boolean {
    const { left, spends } = this.#useOf(standing, at);
    const { maximum, count } = standing;
    return amount <= maximum && approvedAmount <= left && (count === null || spends < count);
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
    rollTo(this.book, this.#clock(at).day);
  }
}

interface StandingUse {
  readonly window: string;
  readonly left: Micros;
  readonly spends: number;
}
