import { Micros } from "@agent-treasury/provider";
import { limitFromUsd } from "@agent-treasury/provider/helpers";
import type { AttackedLimits, Attack, Attacker, Horizon } from "./attack.ts";
import { exposureOf } from "./exposure.ts";

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
export function assumptionsOf({ attacker, balance, standing = [] }: Attack): readonly string[] {
  return [
    "The attacker chooses the first instant. Every window that the horizon touches counts in full, and all counters are empty.",
    attacker === "agent"
      ? "No person approves anything. Screening and the judge allow everything, and every payee is named or known."
      : "One person, who is in every group and has a passkey, approves everything.",
    balance === undefined
      ? "The balance is unlimited."
      : "The balance is that of now, without deposits.",
    ...(standing.length > 0 ? ["Standing approvals meet every requirement of the rules."] : []),
  ];
}
