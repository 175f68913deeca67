"use client";

import { X } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Problem } from "../parts/problem.tsx";
import { SpendTitle } from "../parts/spend-title.tsx";
import { vendorText } from "./quote-text.ts";
import { SpendOutcome } from "./spend-outcome.tsx";
import { outcomeTitle } from "./spend-text.ts";
import { useProposal } from "./use-proposal.ts";
import { focusWaitingSpend } from "./waiting-spend.ts";
import styles from "./linked-spend.module.css";

interface LinkedSpendProps {
  readonly proposalId: string;
  /** Whether the inbox shows its card. */
  readonly hasCard: boolean;
}

/** Moves the focus to the card of the spend in the page's address, or shows its outcome. */
export function LinkedSpend({ proposalId, hasCard }: LinkedSpendProps): ReactNode {
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { proposal, error } = useProposal(proposalId);
  const [isClosed, setClosed] = useState(false);
  // A spend that is decided on this page is listed as decided.
  const [wasPending, setWasPending] = useState(hasCard);
  useEffect(() => {
    if (!hasCard) return;
    setWasPending(true);
    focusWaitingSpend(proposalId);
  }, [hasCard, proposalId]);
  const isShown =
    proposal !== undefined && proposal.status !== "pending" && !wasPending && !isClosed;
  useEffect(() => {
    if (isShown) heading.current?.focus();
  }, [isShown]);

  if (proposal === undefined) {
    if (error === undefined) return null;
    return <Problem title="The linked spend could not be loaded." error={error} />;
  }
  if (!isShown) return null;
  return (
    <section className="at-card" aria-labelledby={headingId}>
      <header className={styles.head}>
        <h2 id={headingId} ref={heading} tabIndex={-1} className={`at-number ${styles.title}`}>
          <span className="at-hidden">Already decided: </span>
          <SpendTitle title={outcomeTitle(proposal)} vendor={vendorText(proposal)} />
        </h2>
        <button
          type="button"
          className="at-button at-button-quiet at-button-icon"
          aria-label="Close the linked spend"
          onClick={() => setClosed(true)}
        >
          <X size={15} aria-hidden="true" />
        </button>
      </header>
      <p className={`at-soft at-small ${styles.text}`}>
        This spend was decided before you opened the link.
      </p>
      <SpendOutcome proposal={proposal} isShown />
    </section>
  );
}
