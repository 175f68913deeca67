import type { Rail, RailFinding, ReconciledRail } from "@agent-treasury/sdk-client";
import { formatUsd, usdTogether } from "../format/usd.ts";
import { assetName } from "./asset-name.ts";

/** The sum of the balances, or null if it is not known. */
export function balanceOf({ balances }: Rail): number | null {
  return balances?.reduce((sum, { amountUsd }) => usdTogether(sum, amountUsd), 0) ?? null;
}

/** What is in the account: the only asset, or each with its amount. */
export function assetsText({ balances }: Rail): string {
  if (balances === null) return "";
  const [only] = balances;
  if (only !== undefined && balances.length === 1) return assetName(only.asset);
  return balances
    .map(({ asset, amountUsd }) => `${formatUsd(amountUsd)} ${assetName(asset)}`)
    .join(", ");
}

export function heldText({ heldCount }: Rail): string {
  return `${heldCount} ${heldCount === 1 ? "payment" : "payments"} in all workspaces`;
}

export interface RailStatus {
  readonly level: "good" | "warn" | "bad";
  readonly text: string;
}

export function railStatus(rail: Rail): RailStatus | null {
  if (rail.problem !== null) return { level: "bad", text: "Not readable" };
  const balance = balanceOf(rail);
  if (rail.isLow) return { level: "warn", text: `Below ${formatUsd(rail.lowBalanceUsd)}` };
  if (balance === null) return null;
  return balance < rail.heldUsd
    ? { level: "bad", text: "Less than held" }
    : { level: "good", text: "Funded" };
}

const titles: Readonly<Record<RailFinding["kind"], string>> = {
  not_recorded: "Not in the ledger",
  not_moved: "No movement",
  amount_differs: "Another amount",
};

export function findingTitle({ kind }: RailFinding): string {
  return titles[kind];
}

export function findingAmount({ movedUsd, capturedUsd }: RailFinding): string {
  if (movedUsd === null) return `${formatUsd(capturedUsd)} in the ledger`;
  const moved = `${formatUsd(movedUsd)} left`;
  return capturedUsd === null ? moved : `${moved}, ${formatUsd(capturedUsd)} in the ledger`;
}

/** The result for one rail in a sentence. */
export function comparisonText({ rail, problem, movements, findingCount }: ReconciledRail): string {
  if (problem !== null) return `${rail} could not be compared: ${problem}`;
  const left = movements.count === 1 ? "1 payment" : `${movements.count} payments`;
  const differences = findingCount === 1 ? "1 difference" : `${findingCount} differences`;
  return `${rail}: ${left}, ${findingCount === 0 ? "no difference" : differences}.`;
}
