"use client";

import type { Proposal, TreasuryState } from "@agent-treasury/sdk-client";
import { type ReactNode, useId } from "react";
import { formatFullMoment, formatMoment } from "../../lib/moment.ts";
import { approvalReason, spendTitle } from "../../lib/spend-text.ts";
import { useSpendReason } from "../../lib/turns/use-spend-reason.ts";
import { SpendTitle } from "../parts/spend-title.tsx";
import { DecisionForm } from "./decision-form.tsx";
import { SpendDetails } from "./spend-details.tsx";
import { SpendEffect } from "./spend-effect.tsx";
import styles from "./spend-card.module.css";

interface SpendCardProps {
  readonly proposal: Proposal;
  readonly treasury: TreasuryState;
  onDecided(): void;
}

export function SpendCard(props: SpendCardProps): ReactNode {
  const { proposal, treasury, onDecided } = props;
  const titleId = useId();
  const { createdAt } = proposal;
  return (
    <article className={`card ${styles.card}`} aria-labelledby={titleId} tabIndex={-1}>
      <header className={styles.head}>
        <h3 id={titleId} className={`number ${styles.title}`}>
          <SpendTitle title={spendTitle(proposal)} vendor={proposal.vendor} />
        </h3>
        <time dateTime={createdAt} title={formatFullMoment(createdAt)} className={styles.time}>
          {formatMoment(createdAt)}
        </time>
      </header>
      <Grounds proposal={proposal} treasury={treasury} />
      <DecisionForm proposal={proposal} treasury={treasury} onDecided={onDecided} />
    </article>
  );
}

function Grounds({ proposal, treasury }: Omit<SpendCardProps, "onDecided">): ReactNode {
  const { purpose, proposedBy, verdict, expiresAt } = proposal;
  const reason = useSpendReason(proposal);
  return (
    <>
      <dl className={styles.reasons}>
        <div>
          <dt>
            Reason given by <bdi>{proposedBy ?? "the agent"}</bdi>
          </dt>
          <dd>
            <bdi>{purpose === "" ? "No reason given." : purpose}</bdi>
          </dd>
        </div>
        {reason !== null && (
          <div>
            <dt>Agent’s message before the request</dt>
            <dd>
              <bdi>{reason}</bdi>
            </dd>
          </div>
        )}
        <div>
          <dt>Why it needs approval</dt>
          <dd>
            {verdict === "review" && <span className={styles.review}>Review</span>}
            <bdi>{approvalReason(proposal, treasury)}</bdi>
          </dd>
        </div>
      </dl>
      <SpendEffect proposal={proposal} treasury={treasury} />
      <SpendDetails proposal={proposal} />
      {expiresAt !== null && (
        <p className="soft small">Expires at {formatMoment(expiresAt)} if not decided.</p>
      )}
    </>
  );
}
