import type { Doc, JsonObject, TreasuryError } from "@agent-treasury/provider";
import type { Requirement, SpendFacts } from "@agent-treasury/rules";
import type { EvaluationFacts, ProposedFacts } from "../proposals/proposal-facts.ts";
import type { SpendProposal } from "../proposals/proposal.ts";
import type { FindingRecord } from "./judgement-record.ts";
import {
  type GuardCharge,
  type GuardVerdict,
  type NeededPerson,
  type Offer,
  type Screening,
  type SpendGrants,
  type SpendGuard,
  stricter,
} from "./spend-guard.ts";

export interface GuardJudgement {
  readonly guard: SpendGuard;
  readonly verdict: GuardVerdict;
}

/** The verdicts of all guards on a spend, and what they mean together. */
export class Judgement {
  readonly facts: SpendFacts;
  readonly granted: SpendGrants;
  /** Of what was published to judge spends by; null for what the deployment has. */
  readonly policyDigest: string | null;
  /** Persons who have to approve the spend. */
  readonly requirements: readonly Requirement[];
  readonly person: NeededPerson;
  /** Approvals given in advance that apply to it. */
  readonly offers: readonly Offer[];
  readonly #verdicts: readonly GuardJudgement[];
  /** The offers that gave one of its approvals. */
  readonly #used: readonly Offer[];

  constructor(facts: SpendFacts, verdicts: readonly GuardJudgement[], used: readonly Offer[] = []) {
    this.facts = facts;
    this.#verdicts = verdicts;
    this.#used = used;
    this.granted = grantedBy(verdicts);
    this.policyDigest = this.#first(({ policyDigest }) => policyDigest);
    this.requirements = this.#all(({ requirements }) => requirements);
    this.offers = this.#all(({ offers }) => offers);
    this.person = personFor(verdicts, this.requirements, this.granted);
  }

  /** The judgement of a spend that these offers approved. */
  using(used: readonly Offer[]): Judgement {
    return used.length === 0 ? this : new Judgement(this.facts, this.#verdicts, used);
  }

  /** The screening of a proposal. */
  screening(): Screening {
    return tightened(this.#verdicts, this.granted);
  }

  /** The screening without the guards that a replay evaluates again. */
  recordedScreening(): Screening {
    const recorded = this.#verdicts.filter(({ guard }) => !guard.isReplayed);
    return tightened(recorded, this.granted);
  }

  /** Refuses an approval, which is not counted. */
  refusal(): TreasuryError | null {
    return this.#first(({ refusal }) => refusal);
  }

  /** Why the spend is not allowed at all. */
  denial(): string | null {
    return this.#first(({ denial }) => denial);
  }

  /** Why its payment fails, even if persons approved it. */
  failure(): string | null {
    return this.#first((verdict) => verdict.failure?.());
  }

  evaluated(): Partial<EvaluationFacts> {
    return this.#merged(({ evaluated }) => evaluated);
  }

  proposed(): Partial<ProposedFacts> {
    return this.#merged((verdict) => verdict.proposed?.(this.granted));
  }

  /** Empty if nothing counts the spend. */
  charges(): readonly GuardCharge[] {
    return this.#verdicts
      .map(({ verdict }) => verdict.charge?.(this.#used) ?? null)
      .filter((charge) => charge !== null);
  }

  memo(spend: SpendProposal): JsonObject {
    const memo = {};
    for (const { verdict } of this.#verdicts) {
      Object.assign(memo, verdict.memo?.(spend, this.#used));
    }
    return memo;
  }

  /** Those of the last guard first, because its reason can replace earlier ones. */
  findings(spend: SpendProposal): readonly FindingRecord[] {
    const found: FindingRecord[] = [];
    for (const { verdict } of this.#verdicts.toReversed()) {
      found.push(...(verdict.findings?.(spend, this.#used) ?? []));
    }
    return found;
  }

  docs(spend: SpendProposal): readonly Doc[] {
    return this.#all((verdict) => verdict.docs?.(spend));
  }

  #first<Value>(read: (verdict: GuardVerdict) => Value | null | undefined): Value | null {
    for (const { verdict } of this.#verdicts) {
      const found = read(verdict) ?? null;
      if (found !== null) return found;
    }
    return null;
  }

  #all<One>(read: (verdict: GuardVerdict) => readonly One[] | undefined): readonly One[] {
    const all: One[] = [];
    for (const { verdict } of this.#verdicts) {
      const some = read(verdict);
      if (some !== undefined) all.push(...some);
    }
    return all;
  }

  /** Of the first guard, if several have a field. */
  #merged<Fields extends object>(read: (verdict: GuardVerdict) => Fields | undefined): Fields {
    let merged = {} as Fields;
    for (const { verdict } of this.#verdicts) {
      const fields = read(verdict);
      if (fields !== undefined) merged = { ...fields, ...merged };
    }
    return merged;
  }
}

function grantedBy(verdicts: readonly GuardJudgement[]): SpendGrants {
  const granted: { -readonly [Name in keyof SpendGrants]: boolean } = {};
  for (const { verdict } of verdicts) {
    const { grants } = verdict;
    for (const name in grants)
      granted[name as keyof SpendGrants] ||= grants[name as keyof SpendGrants] === true;
  }
  return granted;
}

function personFor(
  verdicts: readonly GuardJudgement[],
  requirements: readonly Requirement[],
  granted: SpendGrants,
): NeededPerson {
  let person: NeededPerson = requirements.length > 0 ? "any" : null;
  for (const { verdict } of verdicts) {
    const asked = typeof verdict.person === "function" ? verdict.person(granted) : verdict.person;
    if (asked === "now") return "now";
    person ??= asked ?? null;
  }
  return person;
}

function tightened(verdicts: readonly GuardJudgement[], granted: SpendGrants): Screening {
  let screening: Screening = { verdict: "safe", reason: "" };
  for (const { verdict } of verdicts) {
    const next = verdict.tighten?.(screening, granted) ?? screening;
    if (next === screening) continue;
    screening = { verdict: stricter(screening.verdict, next.verdict), reason: next.reason };
  }
  return screening;
}
