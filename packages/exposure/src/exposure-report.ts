import type {
  ComputedExposure,
  ExposureQuestion,
  StandingApproval,
} from "@agent-treasury/contract";
import { Micros } from "@agent-treasury/provider";
import { limitFromUsd } from "@agent-treasury/provider/helpers";
import { readRuleSet } from "@agent-treasury/rules";
import type { AttackedLimits, AttackedStanding, Attack, Attacker, Horizon } from "./attack.ts";
import { exposureOf, notBounded } from "./exposure.ts";

/** An exposure in USD, as JSON. */
export interface ExposureReport {
  readonly horizon: Horizon;
  readonly attacker: Attacker;
  /** What `sequence` spends. */
  readonly reachedUsd: number;
  /** No sequence spends more. Null if the rules are too many to prove a bound. */
  readonly provedUsd: number | null;
  readonly agentId: string;
  /** Ids of the rules and limits that determine the bound. */
  readonly boundBy: readonly string[];
  readonly sequence: readonly ReportedSpend[];
  /** Whether a longer sequence would reach more. */
  readonly isShortened: boolean;
}

export interface ReportedSpend {
  /** ISO 8601. */
  readonly at: string;
  readonly amountUsd: number;
  readonly vendor: string;
  readonly category: string | null;
  readonly allocationId: string | null;
  readonly rail: string;
  /** Whether a person approved an earlier payment to the payee. */
  readonly isKnownPayee: boolean;
}

/** The five limits of a workspace in USD. */
export interface LimitsUsd {
  readonly maxSpendPerActionUsd: number;
  readonly autoApproveUnderUsd: number;
  readonly autoApproveDailyUsd: number;
  readonly dailySpendCapUsd: number;
  readonly minReserveUsd: number;
}

/** @throws TreasuryError `invalid_request`. */
export function attackedLimits(limits: LimitsUsd): AttackedLimits {
  return {
    maxSpendPerAction: limitFromUsd(limits.maxSpendPerActionUsd, "maxSpendPerActionUsd"),
    autoApproveUnder: limitFromUsd(limits.autoApproveUnderUsd, "autoApproveUnderUsd"),
    autoApproveDaily: limitFromUsd(limits.autoApproveDailyUsd, "autoApproveDailyUsd"),
    dailySpendCap: limitFromUsd(limits.dailySpendCapUsd, "dailySpendCapUsd"),
    minReserve: limitFromUsd(limits.minReserveUsd, "minReserveUsd"),
  };
}

export async function reportExposure(attack: Attack): Promise<ExposureReport> {
  const { reached, proved, sequence, ...others } = await exposureOf(attack);
  const { horizon, attacker } = attack;
  return {
    horizon,
    attacker,
    reachedUsd: Micros.toUsd(reached),
    provedUsd: proved === null ? null : Micros.toUsd(proved),
    ...others,
    sequence: sequence.map(({ facts, isKnown }) => ({
      at: new Date(facts.at).toISOString(),
      amountUsd: Micros.toUsd(facts.amount),
      vendor: facts.writtenVendor ?? facts.vendor,
      category: facts.category,
      allocationId: facts.allocations[0] ?? null,
      rail: facts.rail,
      isKnownPayee: isKnown,
    })),
  };
}

/** What an exposure assumes. */
export function assumptionsOf(attack: Attack): readonly string[] {
  const { attacker, balance, standing = [], used } = attack;
  return [
    used === undefined
      ? "The attacker chooses the first instant. Every window that the horizon touches counts in full, and all counters are empty."
      : "The attacker begins now. What is spent and held counts in the present calendar window of limits without groups, and other counters are empty.",
    attacker === "agent"
      ? "No person approves anything. Screening and the judge allow everything, and every payee is named or known."
      : "One person, who is in every group and has a passkey, approves everything.",
    balance === undefined
      ? "The balance is unlimited."
      : "The balance is that of now, without deposits.",
    ...(standing.length > 0 ? ["Standing approvals meet every requirement of the rules."] : []),
  ];
}

/** Returns active standing approvals as an attack has them. */
export function attackedStanding(all: readonly StandingApproval[]): readonly AttackedStanding[] {
  return all
    .filter(({ status }) => status === "active")
    .map((one) => ({
      agentId: one.agentId,
      vendor: one.vendor,
      maximum: limitFromUsd(one.maximumUsd, "maximumUsd"),
      count: one.count,
      limit:
        one.windowMaximumUsd === null || one.per === null
          ? null
          : {
              maximum: limitFromUsd(one.windowMaximumUsd, "windowMaximumUsd"),
              window:
                typeof one.per === "string"
                  ? { kind: "calendar", period: one.per }
                  : { kind: "rolling", hours: one.per.rollingHours },
            },
    }));
}

const maximumListed = 100;

/** Computes it in this thread, which answers nothing else meanwhile. */
export async function computeExposure(question: ExposureQuestion): Promise<ComputedExposure> {
  const { availableUsd, rules, rails, usage, standing, start, attacker, horizon, timeZone, now } =
    question;
  const limitOf = (id: string): number => usage.find(({ rule }) => rule === id)?.maximum ?? 0;
  const limits: LimitsUsd = {
    maxSpendPerActionUsd: limitOf("max-spend-per-action"),
    autoApproveUnderUsd: limitOf("auto-approve-under"),
    autoApproveDailyUsd: limitOf("auto-approve-daily"),
    dailySpendCapUsd: limitOf("daily-spend-cap"),
    minReserveUsd: limitOf("min-reserve"),
  };
  const attack: Attack = {
    ruleSet: readRuleSet(rules, rails),
    limits: attackedLimits(limits),
    standing: attackedStanding(standing),
    attacker,
    horizon,
    timeZone,
    now,
    rails,
    ...(start === "now" && {
      used: new Map(usage.map((one) => [one.rule, usedOf(one)])),
      balance: limitFromUsd(availableUsd > 0 ? availableUsd : 0, "availableUsd"),
    }),
  };
  const { reachedUsd, provedUsd, boundBy, sequence } = await reportExposure(attack);
  return {
    reachedUsd,
    provedUsd,
    boundBy: [...boundBy],
    spends: sequence.slice(0, maximumListed).map(({ at, amountUsd, vendor, category }) => ({
      at,
      amountUsd,
      vendor,
      category,
    })),
    spendCount: sequence.length,
    assumptions: [...assumptionsOf(attack)],
    notBounded: [...notBounded],
  };
}

function usedOf({ unit, used }: ExposureQuestion["usage"][number]): bigint {
  if (used === null) return 0n;
  return unit === "usd" ? limitFromUsd(used, "used") : BigInt(used);
}
