"use client";

import { Inbox as InboxIcon } from "lucide-react";
import { type ReactNode, useId } from "react";
import { useIsExplained } from "../approvals/use-explanation.ts";
import { Empty } from "../parts/empty.tsx";
import { Placeholder } from "../parts/placeholder.tsx";
import { useTreasury } from "../provider/use-treasury.ts";
import { AlikeSpends } from "./alike-spends.tsx";
import { DecidedSpends } from "./decided-spends.tsx";
import { LinkedSpend } from "./linked-spend.tsx";
import { SpendCard } from "./spend-card.tsx";
import { useInboxFocus } from "./use-inbox-focus.ts";
import { waitingSpendId } from "./waiting-spend.ts";
import styles from "./approval-inbox.module.css";

interface NotLoadedProps {
  /** Undefined while the first response is awaited. */
  readonly error: unknown;
}

function NotLoaded({ error }: NotLoadedProps): ReactNode {
  if (error === undefined) return <Placeholder lines={12} text="Loading spends…" />;
  return <p className="at-soft">Not loaded. The page retries automatically.</p>;
}

interface OwnWorkspaceProps {
  readonly proposalId?: string | undefined;
}

/** The inbox of the provider's workspace. */
export function OwnWorkspace({ proposalId }: OwnWorkspaceProps): ReactNode {
  const headingId = useId();
  const { state, error } = useTreasury();
  const proposals = state?.proposals ?? [];
  // Oldest first.
  const waiting = proposals.filter(({ status }) => status === "pending").toReversed();
  const decided = proposals.filter(({ status }) => status !== "pending");
  const isExplained = useIsExplained(waiting[0]);
  const shown = waiting.map(({ id }) => id).join();
  const { heading, list, keptFocus, focusNext } = useInboxFocus(shown);
  return (
    <div className={styles.inbox}>
      {proposalId !== undefined && (
        <LinkedSpend
          key={proposalId}
          proposalId={proposalId}
          hasCard={waiting.some(({ id }) => id === proposalId)}
        />
      )}
      <section aria-labelledby={`${headingId}-waiting`} className={styles.section} {...keptFocus}>
        <h2 id={`${headingId}-waiting`} ref={heading} tabIndex={-1} className={styles.heading}>
          Needs approval
          {waiting.length > 0 && <span className={styles.count}>{waiting.length}</span>}
        </h2>
        {state === undefined ? (
          <NotLoaded error={error} />
        ) : waiting.length === 0 ? (
          <div className="at-card">
            <Empty icon={<InboxIcon size={18} />} title="Nothing needs approval">
              <p>Spends that policy does not decide appear here.</p>
            </Empty>
          </div>
        ) : (
          <>
            <AlikeSpends waiting={waiting} treasury={state} />
            <ul ref={list} className={styles.list}>
              {waiting.map((proposal, index) => (
                <li key={proposal.id} id={waitingSpendId(proposal.id)}>
                  <SpendCard
                    proposal={proposal}
                    treasury={state}
                    onDecided={() => focusNext(index)}
                  />
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
      {decided.length > 0 && isExplained && (
        <section aria-labelledby={`${headingId}-decided`} className={styles.section}>
          <h2 id={`${headingId}-decided`} className={styles.heading}>
            Decided
          </h2>
          <DecidedSpends proposals={decided} />
        </section>
      )}
    </div>
  );
}
