"use client";

import type { Proposal } from "@agent-treasury/sdk-client";
import { type ReactNode, useId, useRef } from "react";
import { hasQuorum } from "../approvals/approval-text.ts";
import { Quorum } from "../approvals/quorum.tsx";
import { useExplanation } from "../approvals/use-explanation.ts";
import { formatFullMoment, formatMoment } from "../format/moment.ts";
import { useStoppedSpend } from "../freezes/use-freezes.ts";
import { useReached } from "../hooks/use-reached.ts";
import { useSeen } from "../hooks/use-seen.ts";
import { Placeholder } from "../parts/placeholder.tsx";
import { SpendTitle } from "../parts/spend-title.tsx";
import { WorkspaceName } from "../parts/workspace-name.tsx";
import { payeeText } from "../payees/payee-text.ts";
import { ApprovalReason } from "./approval-reason.tsx";
import { DecisionForm } from "./decision-form.tsx";
import { agentText } from "./proposer-text.ts";
import { expiredText, purposeText, vendorText } from "./quote-text.ts";
import { SpendDetails } from "./spend-details.tsx";
import type { SpendMoney } from "./spend-money.ts";
import { spendTitle } from "./spend-text.ts";
import styles from "./spend-card.module.css";

interface SpendCardProps {
  readonly proposal: Proposal;
  readonly treasury: SpendMoney;
  /** Shown where spends of several workspaces are listed. */
  readonly workspaceName?: string;
  onDecided(): void;
}

export function SpendCard(props: SpendCardProps): ReactNode {
  const { treasury, workspaceName, onDecided } = props;
  const titleId = useId();
  const card = useRef<HTMLElement>(null);
  const isSeen = useSeen(card);
  const { approvals, isKnown } = useExplanation(props.proposal, isSeen);
  const proposal = { ...props.proposal, approvals };
  const { createdAt, quote } = proposal;
  const frozen = useStoppedSpend(proposal.id, isSeen);
  const isExpired = useReached(quote?.expiresAt ?? null);
  const title = <SpendTitle title={spendTitle(proposal)} vendor={vendorText(proposal)} />;
  // Complete or not at all, because its rules would move the buttons.
  if (!isKnown) {
    return (
      <article
        ref={card}
        className={`at-card ${styles.card}`}
        aria-labelledby={titleId}
        tabIndex={-1}
      >
        <h3 id={titleId} className="at-hidden">
          {title}
        </h3>
        <Placeholder isCard={false} lines={9} text="Loading the spend…" />
      </article>
    );
  }
  return (
    <article
      ref={card}
      className={`at-card ${styles.card}`}
      aria-labelledby={titleId}
      tabIndex={-1}
    >
      <header className={styles.head}>
        <h3 id={titleId} className={`at-number ${styles.title}`}>
          {title}
        </h3>
        <time dateTime={createdAt} title={formatFullMoment(createdAt)} className={styles.time}>
          {formatMoment(createdAt)}
        </time>
      </header>
      {workspaceName !== undefined && <WorkspaceName name={workspaceName} />}
      <Grounds proposal={proposal} treasury={treasury} isSeen={isSeen} isExpired={isExpired} />
      <DecisionForm
        proposal={proposal}
        treasury={treasury}
        isExpired={isExpired}
        frozen={frozen}
        onDecided={onDecided}
      >
        <SpendDetails proposal={proposal} treasury={treasury} />
      </DecisionForm>
    </article>
  );
}

interface GroundsProps extends Pick<SpendCardProps, "proposal" | "treasury"> {
  readonly isSeen: boolean;
  /** Whether the quoted price expired. */
  readonly isExpired: boolean;
}

/** What a person needs for the decision. Details have the rest. */
function Grounds({ proposal, treasury, isSeen, isExpired }: GroundsProps): ReactNode {
  const { approvals, expiresAt, quote } = proposal;
  const purpose = purposeText(proposal);
  const payee = payeeText(proposal);
  return (
    <>
      <dl className={styles.grounds}>
        <Ground name="Purpose" className={styles.purpose}>
          <bdi>{purpose === "" ? "No reason given." : purpose}</bdi>
        </Ground>
        <Ground name="Asked by">
          <Proposer proposal={proposal} />
        </Ground>
        {payee !== null && <Ground name="Payee">{payee}</Ground>}
        <Ground name="Rule">
          <ApprovalReason proposal={proposal} treasury={treasury} isSeen={isSeen} />
        </Ground>
        {hasQuorum(approvals) && (
          <Ground name="Approvals">
            <Quorum approvals={approvals} />
          </Ground>
        )}
      </dl>
      {quote !== null && isExpired && <p className="at-problem">{expiredText(quote)}</p>}
      {expiresAt !== null && (
        <p className="at-soft at-small">Expires at {formatMoment(expiresAt)} if not decided.</p>
      )}
    </>
  );
}

interface GroundProps {
  readonly name: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

function Ground({ name, className, children }: GroundProps): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={className}>{children}</dd>
    </div>
  );
}

function Proposer({ proposal }: Pick<SpendCardProps, "proposal">): ReactNode {
  const { agentId, onBehalfOf } = proposal;
  const isPerson = agentId === "person";
  return (
    <>
      {!isPerson && <bdi>{agentText(proposal)}</bdi>}
      {!isPerson && onBehalfOf !== null && ", on behalf of "}
      <bdi>{onBehalfOf ?? (isPerson && "A person")}</bdi>
    </>
  );
}
