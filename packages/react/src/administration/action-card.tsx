"use client";

import type { AdministrativeAction, WrittenRuleSet } from "@agent-treasury/sdk-client";
import { History } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Quorum } from "../approvals/quorum.tsx";
import { formatFullMoment, formatMoment } from "../format/moment.ts";
import { Facts } from "../parts/facts.tsx";
import { WorkspaceName } from "../parts/workspace-name.tsx";
import { ActionButtons } from "./action-buttons.tsx";
import { actionFacts, actionTitle, ruleSetIn } from "./action-text.ts";
import styles from "./action-card.module.css";

export interface ActionCardProps {
  readonly action: AdministrativeAction;
  /** Shown where actions of several workspaces are listed. */
  readonly workspaceName?: string;
  /** Renders what a publication of rules changes. Default: nothing, in lists without publications. */
  readonly renderRules?: ((action: AdministrativeAction) => ReactNode) | undefined;
  /** Opens rules to be published as a draft, to replay them. Default: no button. */
  readonly onReplay?: ((rules: WrittenRuleSet) => void) | undefined;
}

export function ActionCard(props: ActionCardProps): ReactNode {
  const { action, workspaceName, renderRules, onReplay } = props;
  const titleId = useId();
  const title = actionTitle(action);
  const facts = actionFacts(action);
  const replayed = onReplay === undefined ? null : ruleSetIn(action.details);
  const { startedBy, startedAt, approvals } = action;
  return (
    <article className={`at-card ${styles.card}`} aria-labelledby={titleId}>
      <header className={styles.head}>
        <h3 id={titleId}>
          <bdi>{title}</bdi>
        </h3>
        <time dateTime={startedAt} title={formatFullMoment(startedAt)} className="at-soft at-small">
          {formatMoment(startedAt)}
        </time>
      </header>
      {workspaceName !== undefined && <WorkspaceName name={workspaceName} />}
      <p className="at-soft at-small">
        Started by <bdi>{startedBy ?? "an unnamed person"}</bdi>
      </p>
      {facts.length > 0 && <Facts facts={facts} />}
      {action.type === "publish_rules" && renderRules?.(action)}
      {replayed !== null && (
        <button type="button" className="at-button" onClick={() => onReplay?.(replayed)}>
          <History size={15} aria-hidden="true" /> Open as a draft to replay
        </button>
      )}
      {action.type === "reset" && (
        <p className="at-small">The ledger, proposals and totals start again at zero.</p>
      )}
      <Quorum approvals={approvals} />
      <ActionButtons action={action} />
    </article>
  );
}
