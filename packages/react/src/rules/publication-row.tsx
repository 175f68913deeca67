"use client";

import type { Publication } from "@agent-treasury/sdk-client";
import { RotateCcw } from "lucide-react";
import { type ReactNode, useState } from "react";
import { counted } from "../administration/action-text.ts";
import { waitingPublication } from "../administration/changes-of.ts";
import { usePendingActions } from "../administration/use-actions.ts";
import { formatFullMoment, formatMoment } from "../format/moment.ts";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { Disclosure } from "../parts/disclosure.tsx";
import { PublicationRules } from "./publication-rules.tsx";
import { useRollBack } from "./use-roll-back.ts";
import styles from "./history.module.css";

interface PublicationRowProps {
  readonly publication: Publication;
  readonly isCurrent: boolean;
  onRolledBack(): void;
}

export function PublicationRow(props: PublicationRowProps): ReactNode {
  const { publication, isCurrent, onRolledBack } = props;
  const { digest, number, publishedAt, publishedBy, ruleCount } = publication;
  const isWaiting = waitingPublication(usePendingActions()) !== undefined;
  const [isAsking, setAsking] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const { isBusy, rollBack } = useRollBack(publication, onRolledBack);
  return (
    <li>
      <div className={styles.row}>
        <div className={styles.what}>
          <p>
            Publication {number}
            {isCurrent && <span className={styles.current}>In effect</span>}
          </p>
          <p className="at-soft at-small">
            <time dateTime={publishedAt} title={formatFullMoment(publishedAt)}>
              {formatMoment(publishedAt)}
            </time>{" "}
            by <bdi>{publishedBy ?? "an unnamed person"}</bdi> · {counted(ruleCount, "rule")} ·{" "}
            <code title={digest}>{digest.slice(0, 12)}</code>
          </p>
        </div>
        {!isCurrent && (
          <button
            type="button"
            className="at-button"
            disabled={isBusy || isWaiting}
            title={isWaiting ? "Other rules wait for approval." : undefined}
            aria-label={`Roll back to publication ${number}`}
            onClick={() => setAsking(true)}
          >
            <RotateCcw size={15} aria-hidden="true" /> Roll back…
          </button>
        )}
      </div>
      <Disclosure summary={`Rules of publication ${number}`} onOpen={setOpen}>
        {isOpen && <PublicationRules digest={digest} />}
      </Disclosure>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Roll back to publication ${number}?`}
        description={`Publishes its ${counted(ruleCount, "rule")} again. They judge the next spend. Usage in the present windows stays counted.`}
        action="Roll back"
        tone="approve"
        onConfirm={() => void rollBack()}
      />
    </li>
  );
}
