"use client";

import type { Tab } from "@agent-treasury/sdk-client";
import { type ReactNode, useEffect, useState } from "react";
import { formatUsd, usdTogether } from "../format/usd.ts";
import { useTask } from "../hooks/use-task.ts";
import { agentIdText } from "../inbox/proposer-text.ts";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { Fact, Moment } from "../parts/record-facts.tsx";
import { UsageBar } from "../parts/usage-bar.tsx";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { Meters } from "./meters.tsx";
import { Settlements } from "./settlements.tsx";
import { chargesText, rateText } from "./tab-text.ts";
import { useTabsUpdate } from "./use-tabs.ts";
import row from "../parts/record-row.module.css";
import styles from "./tabs.module.css";

interface TabRowProps {
  readonly tab: Tab;
  onClosed(): void;
}

export function TabRow({ tab, onClosed }: TabRowProps): ReactNode {
  const { client, announce } = useTreasuryContext();
  const update = useTabsUpdate();
  const { isBusy, problem, run } = useTask();
  const [isAsking, setAsking] = useState(false);
  const { id, vendor, purpose, agentId, status, openReservations } = tab;
  const { maximumUsd, chargedUsd, reservedUsd, estimatedUsd } = tab;
  const close = async (): Promise<void> => {
    const isDone = await run(async () => {
      const closed = await client.tabs.close({ tabId: id });
      const state = closed.tab.status === "closing" ? "closes after its payments" : "is closed";
      announce(`The tab to ${vendor} ${state}: ${formatUsd(closed.tab.chargedUsd)} charged.`);
    });
    update();
    if (isDone) onClosed();
  };
  return (
    <article className={row.row} aria-label={`Tab to ${vendor}`}>
      <div className={row.name}>
        <p>
          <bdi>{vendor}</bdi>
          {(status === "exhausted" || status === "closing") && (
            <span className={row.status} data-status="suspended">
              {status === "closing" ? "Waits for payments" : "Used up"}
            </span>
          )}
        </p>
        <span className="at-soft at-small">
          <bdi>{purpose}</bdi> · <bdi>{agentIdText(agentId)}</bdi>
        </span>
      </div>
      <Facts tab={tab} />
      <div className={row.buttons}>
        <button
          type="button"
          className="at-button"
          aria-label={`Close the tab to ${vendor}`}
          disabled={isBusy}
          onClick={() => setAsking(true)}
        >
          {isBusy ? "Closing…" : "Close…"}
        </button>
      </div>
      <div className={styles.usage}>
        <UsageBar
          label={`Usage of the tab to ${vendor}`}
          text={`${formatUsd(chargedUsd)} used and ${formatUsd(reservedUsd)} reserved of ${formatUsd(maximumUsd)}`}
          used={usdTogether(chargedUsd, reservedUsd)}
          held={reservedUsd}
          maximum={maximumUsd}
        />
        {estimatedUsd > 0 && (
          <p className="at-soft at-small">
            {formatUsd(estimatedUsd)} of it is estimated, because reservations ended without a
            settlement.
          </p>
        )}
        <Settlements tab={tab} />
        <Meters tab={tab} />
        <p role="alert" className="at-problem" hidden={problem === null}>
          {problem}
        </p>
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Close the tab to ${vendor}?`}
        description={`It takes no more reservations. What was charged is posted, and the rest is released.${
          openReservations === 0
            ? ""
            : ` The open ${openReservations === 1 ? "reservation of" : "reservations of"} ${formatUsd(reservedUsd)} count${openReservations === 1 ? "s" : ""} in full until settled.`
        }`}
        action="Close tab"
        tone="danger"
        onConfirm={() => void close()}
      />
    </article>
  );
}

function Facts({ tab }: Pick<TabRowProps, "tab">): ReactNode {
  const { chargedUsd, reservedUsd, leftUsd, endsAt } = tab;
  const now = useNow();
  return (
    <dl className={row.facts}>
      <Fact name="Used">
        {formatUsd(chargedUsd)}
        <span className={styles.hint}>{chargesText(tab)}</span>
      </Fact>
      <Fact name="Reserved">{formatUsd(reservedUsd)}</Fact>
      <Fact name="Left">{formatUsd(leftUsd)}</Fact>
      <Fact name="Rate">{rateText(tab, now)}</Fact>
      <Fact name="Ends">
        <Moment at={endsAt} />
      </Fact>
    </dl>
  );
}

const rateMs = 10_000;

/** The time, because the rate falls while nothing is charged. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), rateMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
