"use client";

import type { Decision, Proposal } from "@agent-treasury/sdk-client";
import { Layers } from "lucide-react";
import { type ReactNode, useState } from "react";
import { mayApprove, approvalOf } from "../approvals/approval-text.ts";
import { failureText } from "../format/failure-text.ts";
import { formatMoment } from "../format/moment.ts";
import { formatUsd, usdTogether } from "../format/usd.ts";
import { FormDialog } from "../parts/form-dialog.tsx";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { alikeSpends } from "./group-alike.ts";
import { agentText } from "./proposer-text.ts";
import { purposeText } from "./quote-text.ts";
import type { SpendMoney } from "./spend-money.ts";
import { useDecide } from "./use-decision.ts";
import styles from "./alike-spends.module.css";

interface AlikeSpendsProps {
  readonly waiting: readonly Proposal[];
  readonly treasury: SpendMoney;
}

/** Pending spends of one agent to one payee, which a person decides in one dialog. Null without any. */
export function AlikeSpends({ waiting, treasury }: AlikeSpendsProps): ReactNode {
  const { approver = null } = useTreasuryContext();
  const [opened, setOpened] = useState<readonly string[] | null>(null);
  const open = waiting.filter(({ approvals }) =>
    mayApprove(approvals, approvalOf(approvals, approver)),
  );
  const groups = alikeSpends(open, treasury);
  const shown = waiting.filter(({ id }) => opened?.includes(id) === true);
  return (
    <>
      {groups.map((group) => {
        const [first] = group;
        return (
          first !== undefined && (
            <div key={first.id} className={`at-card ${styles.group}`}>
              <p>
                <Layers size={15} aria-hidden="true" /> {group.length} alike: {agentText(first)} to{" "}
                <bdi>{first.vendor}</bdi>, {sumText(group)} in total
              </p>
              <button
                type="button"
                className="at-button"
                aria-label={`Decide ${group.length} spends to ${first.vendor} together`}
                onClick={() => setOpened(group.map(({ id }) => id))}
              >
                Decide together…
              </button>
            </div>
          )
        );
      })}
      {opened !== null && <AlikeDialog group={shown} onClose={() => setOpened(null)} />}
    </>
  );
}

interface AlikeDialogProps {
  /** Those of the group that still wait. */
  readonly group: readonly Proposal[];
  onClose(): void;
}

/** Sends one decision for each spend, one after another, until one fails or is not paid. */
function AlikeDialog({ group, onClose }: AlikeDialogProps): ReactNode {
  const decide = useDecide();
  const [decision, setDecision] = useState<Decision>("approve");
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [progress, setProgress] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const chosen = group.filter(({ id }) => !left.has(id));
  const submit = async (): Promise<void> => {
    setProblem(chosen.length === 0 ? "Choose at least one spend." : null);
    for (const [index, spend] of chosen.entries()) {
      setProgress(
        `${decision === "approve" ? "Approving" : "Denying"} ${index + 1} of ${chosen.length}…`,
      );
      // The person sees the amount of another, who may withdraw it.
      const approvedAmountUsd =
        decision === "approve" ? (spend.approvedAmountUsd ?? undefined) : undefined;
      const { isGood, text } = await decide(spend, { decision, approvedAmountUsd }).catch(
        (error: unknown) => ({ isGood: false, text: failureText(error) }),
      );
      if (!isGood) {
        setProblem(
          `${formatUsd(payableUsd(spend))}, ${purposeText(spend)}: ${text} Stopped at ${index + 1} of ${chosen.length}.`,
        );
        setProgress(null);
        return;
      }
    }
    setProgress(null);
    if (chosen.length > 0) onClose();
  };
  const choose = (id: string, isChosen: boolean): void => {
    const next = new Set(left);
    if (isChosen) next.delete(id);
    else next.add(id);
    setLeft(next);
  };
  const verb = decision === "approve" ? "Approve" : "Deny";
  const needsPasskey = chosen.some(({ approvals }) => approvals.needsPasskey === true);
  return (
    <FormDialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={`Decide ${group.length} alike spends`}
      description={`Each spend is decided and recorded by itself.${needsPasskey && decision === "approve" ? " Your passkey is asked for each of them." : ""}`}
      action={progress ?? `${verb} ${chosen.length} for ${sumText(chosen)}`}
      tone={decision === "approve" ? "approve" : "danger"}
      isBusy={progress !== null}
      problem={problem}
      onSubmit={() => void submit()}
    >
      <fieldset className={styles.spends} disabled={progress !== null}>
        <legend className="at-label">Spends</legend>
        {group.map((spend) => (
          <label key={spend.id}>
            <input
              type="checkbox"
              checked={!left.has(spend.id)}
              onChange={({ target }) => choose(spend.id, target.checked)}
            />
            <span className="at-number">{formatUsd(payableUsd(spend))}</span>
            <bdi>{purposeText(spend)}</bdi>
            <span className="at-soft at-small">{formatMoment(spend.createdAt)}</span>
          </label>
        ))}
      </fieldset>
      <fieldset className={styles.decision} disabled={progress !== null}>
        <legend className="at-label">Decision</legend>
        {(["approve", "deny"] as const).map((one) => (
          <label key={one}>
            <input
              type="radio"
              name="decision"
              checked={decision === one}
              onChange={() => setDecision(one)}
            />
            {one === "approve" ? "Approve" : "Deny"}
          </label>
        ))}
      </fieldset>
    </FormDialog>
  );
}

function sumText(spends: readonly Proposal[]): string {
  return formatUsd(spends.reduce((sum, spend) => usdTogether(sum, payableUsd(spend)), 0));
}

/** The proposed amount, or the lowest one that an approver named. */
function payableUsd({ amountUsd, approvedAmountUsd }: Proposal): number {
  return approvedAmountUsd ?? amountUsd;
}
