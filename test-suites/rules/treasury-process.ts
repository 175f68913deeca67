import type { Clock, Identifiers, Micros, Storage } from "@agent-treasury/provider";
import { type LocalClock, localClock, type RuleSet } from "@agent-treasury/rules";
import type { RulesVerdict, ScreeningRules } from "@agent-treasury/screening";
import {
  type Calendar,
  Committer,
  calendarOf,
  noMarker,
  composeTreasury,
  RuleSets,
  type SpendingLimits,
  type SpendingPolicy,
  StorageClock,
  treasuryMaintenance,
  treasuryOpening,
} from "../../packages/treasury-core/src/domain.ts";

/** Settings that all processes of a deployment share. */
export interface Deployment {
  readonly timeZone: string;
  readonly startingCapital: Micros;
  readonly limits: SpendingLimits;
  readonly autoApproveDaily: Micros;
  readonly proposalLifetimeMs: number | null;
  /** The rules of workspaces without a publication. */
  readonly defaultRules: RuleSet;
}

/** One process of a deployment. A new one has empty caches. */
export interface TreasuryProcess {
  readonly storage: Storage;
  readonly committer: Committer;
  readonly policy: SpendingPolicy;
  readonly identifiers: Identifiers;
}

/** Spends with this purpose need review. */
export const reviewedPurpose = "a gift card";

const reviewed: RulesVerdict = { verdict: "review", reason: "Screening: a gift card." };
const safe: RulesVerdict = { verdict: "safe", reason: "Screening: nothing found." };
const gate: ScreeningRules = {
  screen: ({ purpose }) => (purpose === reviewedPurpose ? reviewed : safe),
};

export function openProcess(
  storage: Storage,
  clock: Clock,
  identifiers: Identifiers,
  deployment: Deployment,
): TreasuryProcess {
  const { timeZone, startingCapital, limits, autoApproveDaily } = deployment;
  const { proposalLifetimeMs, defaultRules } = deployment;
  const { calendar, clock: local } = zoneOf(timeZone);
  const ruleSets = new RuleSets(defaultRules);
  // The model of the suite has rules and limits only.
  const payees = { autoApprovePayees: "any" } as const;
  const rules = { ruleSets, clock: local, marker: noMarker, ...payees };
  return {
    storage,
    committer: new Committer({
      storage,
      clock,
      storageClock: new StorageClock(clock),
      identifiers,
      opening: treasuryOpening(calendar, startingCapital),
      maintenance: treasuryMaintenance(calendar),
    }),
    policy: composeTreasury({ limits, autoApproveDaily, proposalLifetimeMs, gate, ...rules }, {})
      .policy,
    identifiers,
  };
}

interface Zone {
  readonly calendar: Calendar;
  readonly clock: LocalClock;
}

const zones = new Map<string, Zone>();

/** Shared by all processes, because `Intl` is slow. */
export function zoneOf(timeZone: string): Zone {
  const known = zones.get(timeZone);
  if (known !== undefined) return known;
  const zone = { calendar: calendarOf(timeZone), clock: localClock(timeZone) };
  zones.set(timeZone, zone);
  return zone;
}
