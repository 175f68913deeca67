"use client";

import { type Decision, type Proposal, isTab } from "@agent-treasury/sdk-client";
import { KeyRound } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { approvalOf, isLastApproval, mayApprove } from "../approvals/approval-text.ts";
import { formatUsd } from "../format/usd.ts";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { Disclosure } from "../parts/disclosure.tsx";
import { TextField } from "../parts/text-field.tsx";
import { laterText } from "../payees/payee-text.ts";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { AllowNext } from "../standing/allow-next.tsx";
import { lowerAmountText } from "./lower-amount.ts";
import { isRequest, vendorText } from "./quote-text.ts";
import { spendObstacle } from "./spend-effect.tsx";
import type { SpendMoney } from "./spend-money.ts";
import { approvalConsequence, isLargeSpend, spendTitle } from "./spend-text.ts";
import { TypeLowerAmount } from "./type-lower-amount.tsx";
import { useDecision } from "./use-decision.ts";
import { useLowerAmount } from "./use-lower-amount.ts";
import { WithdrawApproval } from "./withdraw-approval.tsx";
import styles from "./decision-form.module.css";

interface DecisionFormProps {
  readonly proposal: Proposal;
  readonly treasury: SpendMoney;
  /** Whether the quoted price expired, so that an approval is refused. */
  readonly isExpired: boolean;
  /** The freeze because of which an approval is refused. Null without one. */
  readonly frozen: string | null;
  onDecided(): void;
  /** Shown beside the options, below the buttons. */
  readonly children: ReactNode;
}

export function DecisionForm(props: DecisionFormProps): ReactNode {
  const { proposal, treasury, isExpired, frozen, onDecided, children } = props;
  const refusalId = useId();
  const { approverName, approver = null } = useTreasuryContext();
  const { deciding, problem, decide } = useDecision(proposal);
  const [comment, setComment] = useState("");
  const [isAsking, setAsking] = useState(false);
  const lower = useLowerAmount(proposal);
  const { payableUsd, approvedAmountUsd, problem: amountProblem } = lower.amount;
  const paying = { ...proposal, amountUsd: payableUsd };
  const amount = `${isTab(proposal) ? "up to " : ""}${formatUsd(payableUsd)}`;
  const share = payableUsd === proposal.amountUsd ? amount : `${amount} of ${lower.proposed}`;
  const ownApproval = approvalOf(proposal.approvals, approver);
  const isApproving = !isExpired && mayApprove(proposal.approvals, ownApproval);
  const isSigned = proposal.approvals.needsPasskey === true;
  const canLower = isApproving && proposal.quote?.isFixed !== true;
  const obstacle = isRequest(proposal)
    ? null
    : spendObstacle({ proposal: { ...paying, approvedAmountUsd: null }, treasury });
  // An earlier approval may still find room, for example on the next day.
  const isStopped = frozen !== null || (obstacle !== null && isLastApproval(proposal.approvals));
  const soFar = canLower ? lowerAmountText(proposal) : null;

  const send = async (decision: Decision, allow?: () => Promise<string>): Promise<void> => {
    const allowed = decision === "approve" ? approvedAmountUsd : undefined;
    const sent = { decision, comment: comment.trim(), approvedAmountUsd: allowed, allow };
    if (await decide(sent)) onDecided();
  };
  const approve = (): void => {
    if (isLargeSpend(paying, treasury)) setAsking(true);
    else void send("approve");
  };
  return (
    <div className={styles.form}>
      {ownApproval !== null && (
        <WithdrawApproval proposal={proposal} approvedAt={ownApproval.at} onWithdrawn={onDecided} />
      )}
      {isApproving && <Later text={laterText(proposal, payableUsd, treasury)} />}
      {soFar !== null && <p className="at-small at-number">{soFar} so far.</p>}
      <p role="alert" className="at-problem" hidden={problem === null}>
        {problem}
      </p>
      {(frozen ?? obstacle) !== null && (
        <p id={refusalId} className="at-problem">
          {frozen === null ? obstacle : `${frozen} Unfreeze it first.`}
        </p>
      )}
      <Buttons
        vendor={vendorText(proposal)}
        proposed={lower.proposed}
        share={share}
        isApproving={isApproving}
        isSigned={isSigned}
        refusedBy={isStopped ? refusalId : undefined}
        isAmountValid={amountProblem === null}
        deciding={deciding}
        onDeny={() => void send("deny")}
        onApprove={approve}
      />
      <div className={styles.more}>
        <Disclosure summary="Comment and options">
          <div className={styles.options}>
            <TextField
              label="Comment (optional)"
              value={comment}
              maxLength={1000}
              onChange={setComment}
            />
            {canLower && <TypeLowerAmount balanceUsd={treasury.balanceUsd} lower={lower} />}
            {ownApproval === null && !isExpired && (
              <AllowNext
                proposal={paying}
                isDisabled={deciding !== null || amountProblem !== null || isStopped}
                onApprove={(allow) => void send("approve", allow)}
              />
            )}
            <Approver name={approverName} />
          </div>
        </Disclosure>
        {children}
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`${spendTitle(paying)}?`}
        description={`The limit for one spend is ${formatUsd(treasury.budget.maxSpendPerActionUsd)}. ${approvalConsequence(proposal)}`}
        action={`Approve ${share}${isSigned ? " with passkey" : ""}`}
        tone="approve"
        onConfirm={() => void send("approve")}
      />
    </div>
  );
}

interface ButtonsProps {
  readonly vendor: string;
  /** The proposed amount. */
  readonly proposed: string;
  /** The amount of an approval. */
  readonly share: string;
  readonly isApproving: boolean;
  /** Whether an approval needs a passkey. */
  readonly isSigned: boolean;
  readonly isAmountValid: boolean;
  /** The id of the reason because of which an approval cannot succeed. */
  readonly refusedBy: string | undefined;
  readonly deciding: Decision | null;
  onDeny(): void;
  onApprove(): void;
}

function Buttons(props: ButtonsProps): ReactNode {
  const { vendor, proposed, share, isApproving, isSigned, isAmountValid, refusedBy, deciding } =
    props;
  const label = `Approve ${share}${isSigned ? " with passkey" : ""}`;
  return (
    <div className={styles.buttons} data-only-deny={!isApproving}>
      <button
        type="button"
        className="at-button"
        disabled={deciding !== null}
        aria-label={`Deny ${proposed} to ${vendor}`}
        onClick={props.onDeny}
      >
        {deciding === "deny" ? "Denying…" : "Deny"}
      </button>
      {isApproving && (
        <button
          type="button"
          className="at-button at-button-approve at-number"
          disabled={deciding !== null || !isAmountValid || refusedBy !== undefined}
          aria-describedby={refusedBy}
          aria-label={`${label} to ${vendor}`}
          onClick={props.onApprove}
        >
          {isSigned && <KeyRound size={15} aria-hidden="true" />}
          {deciding === "approve" ? "Approving…" : label}
        </button>
      )}
    </div>
  );
}

function Later({ text }: { readonly text: string | null }): ReactNode {
  return text !== null && <p className="at-soft at-small at-number">{text}</p>;
}

function Approver({ name }: { readonly name: string }): ReactNode {
  return (
    <p className={styles.operator}>
      {name === "" ? (
        "You decide anonymously."
      ) : (
        <>
          You decide as <bdi>{name}</bdi>.
        </>
      )}
    </p>
  );
}
