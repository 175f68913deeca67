import { type Proposal, type Tab, tabEnd } from "@agent-treasury/sdk-client";
import { formatMoment } from "../format/moment.ts";
import { formatUsd, usdPerHour } from "../format/usd.ts";

const msPerMinute = 60_000;

/** Returns the terms of a tab: "up to $5.00 until 18:00, in many charges". */
export function tabTermsText(
  proposal: Pick<Proposal, "amountUsd" | "createdAt" | "payout">,
  now?: Date,
): string {
  const end = formatMoment(tabEnd(proposal) ?? "", now);
  return `up to ${formatUsd(proposal.amountUsd)} until ${end}, in many charges`;
}

/** Returns what was charged per hour since the approval. A dash in its first minute. */
export function rateText(
  { chargedUsd, openedAt }: Pick<Tab, "chargedUsd" | "openedAt">,
  now: number = Date.now(),
): string {
  const openMs = openedAt === null ? 0 : now - Date.parse(openedAt);
  if (openMs < msPerMinute) return "–";
  const perHourUsd = usdPerHour(chargedUsd, openMs);
  return chargedUsd > 0 && perHourUsd < 0.01
    ? "Below $0.01 per hour"
    : `${formatUsd(perHourUsd)} per hour`;
}

/** Returns the number of charges: "1 charge". */
export function chargesText({ charges }: Pick<Tab, "charges">): string {
  return `${charges.toLocaleString("en-US")} ${charges === 1 ? "charge" : "charges"}`;
}

/** The number of the ledger entry among those of its tab. Null for an entry without charges. */
export function postingOf({
  proposalId,
  reference,
}: {
  readonly proposalId: string | null;
  readonly reference: string | null;
}): number | null {
  const [tabId, posting = "", ...rest] = reference?.split("/") ?? [];
  if (tabId !== proposalId || rest.length > 0 || !/^[1-9]\d*$/.test(posting)) return null;
  return Number(posting);
}
