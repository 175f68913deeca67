"use client";

import type { ReactNode } from "react";
import useSWR from "swr";
import type { Turn } from "../chat/turn.ts";
import { formatUsd } from "../format/usd.ts";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { retryUnlessHidden } from "./use-costs.ts";

/** What the model calls and purchases of a finished turn cost. Nothing if they cost nothing. */
export function TurnCost({ turn }: { readonly turn: Turn }): ReactNode {
  const { client, workspaceId } = useTreasuryContext();
  const { turnId, status, events } = turn;
  const isShown = turnId !== null && (status === "done" || status === "failed");
  const { data } = useSWR(
    isShown ? ["turn-cost", workspaceId, turnId] : null,
    async () => {
      const { rows } = await client.treasury.costs({ by: "turn", from: dayBefore(events[0]?.at) });
      return rows.find(({ key }) => key === turnId) ?? null;
    },
    { revalidateOnFocus: false, onErrorRetry: retryUnlessHidden },
  );
  if (data == null || data.amountUsd === 0) return null;
  const { amountUsd, chargedUsd, charges } = data;
  const calls = `${charges.toLocaleString("en-US")} model ${charges === 1 ? "call" : "calls"}`;
  return (
    <p className="at-soft at-small at-number">
      This turn cost {formatUsd(amountUsd)}
      {charges > 0 &&
        (chargedUsd === amountUsd
          ? ` for ${calls}`
          : `, ${formatUsd(chargedUsd)} of it for ${calls}`)}
      .
    </p>
  );
}

/** The turn began on this day, or on the next one in the treasury's time zone. */
function dayBefore(timestamp: string = new Date().toISOString()): string {
  const time = Date.parse(timestamp) - 86_400_000;
  return new Date(time).toISOString().slice(0, "2026-11-28".length);
}
