import { type Storage, Micros, randomIdentifiers, systemClock } from "@agent-treasury/provider";
import { maximumAmount, orderedIdentifier } from "@agent-treasury/provider/helpers";
import { localClock } from "@agent-treasury/rules";
import { screeningRules } from "@agent-treasury/screening";
import {
  Committer,
  type EventRecorder,
  RuleSets,
  StorageClock,
  type TreasuryTerms,
  calendarOf,
  noMarker,
  composeTreasury,
  proposeSpend,
  treasuryMaintenance,
  treasuryOpening,
} from "../../packages/treasury-core/src/domain.ts";

/** Limits that every spend of a bench satisfies. All of them are checked. */
export const generousTerms: TreasuryTerms = {
  limits: {
    maxSpendPerAction: maximumAmount,
    autoApproveUnder: maximumAmount,
    dailySpendCap: maximumAmount,
    minReserve: Micros.zero,
  },
  autoApproveDaily: maximumAmount,
  proposalLifetimeMs: null,
  gate: screeningRules(),
  ruleSets: new RuleSets({ rules: [] }),
  clock: localClock("UTC"),
  marker: noMarker,
  autoApprovePayees: "any",
};

export const generousPolicy = composeTreasury(generousTerms, {}).policy;

/** The starting balance of every workspace of a bench. */
export const startingCapital = maximumAmount;

/** A process's committer, as in `createTreasury`. Without a recorder, it begins no recording. */
export function committerOn(storage: Storage, recorder?: EventRecorder): Committer {
  const calendar = calendarOf("UTC");
  return new Committer({
    storage,
    clock: systemClock,
    storageClock: new StorageClock(systemClock),
    identifiers: randomIdentifiers,
    opening: treasuryOpening(calendar, startingCapital),
    maintenance: treasuryMaintenance(calendar),
    ...(recorder && { recorder }),
  });
}

/**
 * One command: a cent, proposed, screened, approved by policy and paid, with its proposal and its
 * chained entry.
 */
export async function spendOneCent(committer: Committer, workspaceId: string): Promise<void> {
  const command = proposeSpend(oneCent(), generousPolicy);
  const { status, failure } = await committer.run(workspaceId, command);
  if (status !== "executed") throw new Error(`A spend was ${status}: ${failure ?? "no reason"}.`);
}

/** A unique spend of a cent. */
export function oneCent(): Parameters<typeof proposeSpend>[0] {
  const id = `prop_${orderedIdentifier(randomIdentifiers, Date.now())}`;
  return {
    id,
    agentId: "agent",
    amount: Micros.of(Micros.perCent),
    vendor: "Example Cloud",
    // A number, because screening could read a word in letters and digits.
    purpose: `An hour of a small machine for job ${Number.parseInt(id.slice(-8), 16)}`,
    category: "hosting",
    payment: null,
    salt: randomIdentifiers.random(),
  };
}
