"use client";

import type { AdministrativeAction } from "@agent-treasury/sdk-client";
import { type ReactNode, useId } from "react";
import { actionFacts, actionTitle } from "../../lib/administration/action-text.ts";
import { useActionDecision } from "../../lib/administration/use-action-decision.ts";
import { approvedAt } from "../../lib/approval-text.ts";
import { useCommand } from "../../lib/command-context.ts";
import { formatFullMoment, formatMoment } from "../../lib/moment.ts";
import { Quorum } from "../approvals/quorum.tsx";
import { Facts } from "../inbox/facts.tsx";
import { RuleChanges } from "./rule-changes.tsx";
import styles from "./action-card.module.css";

interface ActionCardProps {
  readonly action: AdministrativeAction;
}

export function ActionCard({ action }: ActionCardProps): ReactNode {
  const titleId = useId();
  const title = actionTitle(action);
  const facts = actionFacts(action);
  const { startedBy, startedAt, approvals } = action;
  return (
    <article className={`card ${styles.card}`} aria-labelledby={titleId}>
      <header className={styles.head}>
        <h3 id={titleId}>
          <bdi>{title}</bdi>
        </h3>
        <time dateTime={startedAt} title={formatFullMoment(startedAt)} className="soft small">
          {formatMoment(startedAt)}
        </time>
      </header>
      <p className="soft small">
        Started by <bdi>{startedBy ?? "an unnamed person"}</bdi>
      </p>
      {facts.length > 0 && <Facts facts={facts} />}
      {action.type === "publish_rules" && <RuleChanges action={action} />}
      {action.type === "reset" && (
        <p className="small">The ledger, proposals and totals start again at zero.</p>
      )}
      <Quorum approvals={approvals} />
      <Buttons action={action} title={title} />
    </article>
  );
}

function Buttons({ action, title }: ActionCardProps & { readonly title: string }): ReactNode {
  const { session } = useCommand();
  const { deciding, problem, decide } = useActionDecision(action);
  const isOwn = approvedAt(action.approvals, session.operator) !== null;
  const isStarter = session.operator !== null && action.startedBy === session.operator;
  const [denial, denying] = isStarter ? ["Withdraw", "Withdrawing…"] : ["Deny", "Denying…"];
  return (
    <>
      <p role="alert" className="problem" hidden={problem === null}>
        {problem}
      </p>
      <div className={styles.buttons}>
        <button
          type="button"
          className="button"
          disabled={deciding !== null}
          aria-label={`${denial}: ${title}`}
          onClick={() => void decide("deny")}
        >
          {deciding === "deny" ? denying : denial}
        </button>
        {!isOwn && (
          <button
            type="button"
            className="button approve"
            disabled={deciding !== null}
            aria-label={`Approve: ${title}`}
            onClick={() => void decide("approve")}
          >
            {deciding === "approve" ? "Approving…" : "Approve"}
          </button>
        )}
      </div>
    </>
  );
}
