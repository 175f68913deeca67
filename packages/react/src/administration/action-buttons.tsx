"use client";

import type { AdministrativeAction } from "@agent-treasury/sdk-client";
import { KeyRound } from "lucide-react";
import type { ReactNode } from "react";
import { approvalOf, mayApprove } from "../approvals/approval-text.ts";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { actionTitle } from "./action-text.ts";
import { useActionDecision } from "./use-action-decision.ts";
import styles from "./action-card.module.css";

interface ActionButtonsProps {
  /** Pending. */
  readonly action: AdministrativeAction;
}

/** Denies or withdraws a change, and approves it unless the person already did. */
export function ActionButtons({ action }: ActionButtonsProps): ReactNode {
  const title = actionTitle(action);
  const { approver = null } = useTreasuryContext();
  const { deciding, problem, decide } = useActionDecision(action);
  const { approvals } = action;
  const isSigned = approvals.needsPasskey === true;
  const isStarter = approver !== null && action.startedBy === approver;
  const [denial, denying] = isStarter ? ["Withdraw", "Withdrawing…"] : ["Deny", "Denying…"];
  return (
    <>
      <p role="alert" className="at-problem" hidden={problem === null}>
        {problem}
      </p>
      <div className={styles.buttons}>
        <button
          type="button"
          className="at-button"
          disabled={deciding !== null}
          aria-label={`${denial}: ${title}`}
          onClick={() => void decide("deny")}
        >
          {deciding === "deny" ? denying : denial}
        </button>
        {mayApprove(approvals, approvalOf(approvals, approver)) && (
          <button
            type="button"
            className="at-button at-button-approve"
            disabled={deciding !== null}
            aria-label={`${isSigned ? "Approve with passkey" : "Approve"}: ${title}`}
            onClick={() => void decide("approve")}
          >
            {isSigned && <KeyRound size={15} aria-hidden="true" />}
            {deciding === "approve" ? "Approving…" : isSigned ? "Approve with passkey" : "Approve"}
          </button>
        )}
      </div>
    </>
  );
}
