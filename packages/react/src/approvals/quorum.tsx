import type { ApprovalProgress } from "@agent-treasury/sdk-client";
import { CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { formatFullMoment, formatMoment } from "../format/moment.ts";
import { type GivenApproval, meansText, missingText, progressText } from "./approval-text.ts";
import styles from "./quorum.module.css";

/** More segments are too narrow to count. */
const mostSegments = 10;

interface QuorumProps {
  readonly approvals: ApprovalProgress;
}

/** Progress towards all required approvals. */
export function Quorum({ approvals }: QuorumProps): ReactNode {
  const { given, needed, by } = approvals;
  const missing = missingText(approvals);
  return (
    <div className={styles.quorum}>
      <p className={styles.line}>
        <strong className="at-number">{progressText(approvals)}</strong>
        {needed <= mostSegments && (
          <span className={styles.segments} aria-hidden="true">
            {Array.from({ length: needed }, (_, index) => (
              <span key={index} data-given={index < given} />
            ))}
          </span>
        )}
      </p>
      {missing !== null && <p className="at-soft">{missing}</p>}
      {by.length > 0 && (
        <ul className={styles.people} aria-label="Approvals">
          {by.map((approval, index) => (
            <li key={index}>
              <Person approval={approval} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Person({ approval }: { readonly approval: GivenApproval }): ReactNode {
  const { name, at, comment } = approval;
  const means = meansText(approval);
  return (
    <>
      <CircleCheck size={14} aria-hidden="true" /> <bdi>{name ?? "An unnamed approver"}</bdi>{" "}
      <span className="at-soft">
        <time className="at-number" dateTime={at} title={formatFullMoment(at)}>
          {formatMoment(at)}
        </time>
        {means !== null && <bdi>, {means}</bdi>}
      </span>
      {comment !== null && (
        <blockquote className={styles.comment}>
          <bdi>{comment}</bdi>
        </blockquote>
      )}
    </>
  );
}
