"use client";

import type { Freeze } from "@agent-treasury/sdk-client";
import { Snowflake } from "lucide-react";
import { type ReactNode, useState } from "react";
import { ActionButtons } from "../administration/action-buttons.tsx";
import { actionResult } from "../administration/action-text.ts";
import { usePendingActions } from "../administration/use-actions.ts";
import { formatFullMoment, formatMoment } from "../format/moment.ts";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { frozenText, unfreezingOf } from "./freeze-text.ts";
import { useFreezes } from "./use-freezes.ts";
import { useFreezing } from "./use-freezing.ts";
import styles from "./freezes.module.css";

/** The freezes in effect, with buttons that end them. Empty without a freeze. */
export function FreezeBanner(): ReactNode {
  const freezes = useFreezes();
  return (
    <div role="status" aria-label="Freezes" className={styles.status}>
      {freezes.length > 0 && (
        <ul className={styles.banner}>
          {freezes.map((freeze) => (
            <li key={`${freeze.scope} ${freeze.id ?? ""}`}>
              <Row freeze={freeze} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Row({ freeze }: { readonly freeze: Freeze }): ReactNode {
  const { unfreeze } = useFreezing();
  const [isAsking, setAsking] = useState(false);
  const waiting = unfreezingOf(usePendingActions(), freeze);
  // Other workspaces may still have to be unfrozen.
  const canUnfreeze = waiting === undefined || freeze.scope === "deployment";
  const { frozenBy, frozenAt, reason, payments } = freeze;
  const frozen = frozenText(freeze);
  return (
    <>
      <Snowflake size={18} aria-hidden="true" />
      <p>
        <strong>
          Payments of <bdi>{frozen}</bdi> are frozen
        </strong>{" "}
        since{" "}
        <time dateTime={frozenAt} title={formatFullMoment(frozenAt)}>
          {formatMoment(frozenAt)}
        </time>
        {frozenBy !== null && (
          <>
            {" "}
            by <bdi>{frozenBy}</bdi>
          </>
        )}
        .{reason !== null && <bdi> {reason}</bdi>}
        {payments.length > 0 && ` ${payments.length} had begun before.`}
        {waiting !== undefined && (
          <>
            {" "}
            <bdi>{actionResult(waiting)}</bdi>
          </>
        )}
      </p>
      {waiting !== undefined && !canUnfreeze && <ActionButtons action={waiting} />}
      {canUnfreeze && (
        <button
          type="button"
          className="at-button"
          aria-label={`Unfreeze ${frozen}`}
          onClick={() => setAsking(true)}
        >
          Unfreeze…
        </button>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Unfreeze ${frozen}?`}
        description="Payments start again. This is an administrative change: the rules may require more approvals."
        action="Unfreeze"
        tone="approve"
        onConfirm={() => void unfreeze(freeze)}
      />
    </>
  );
}
