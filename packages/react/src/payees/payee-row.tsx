"use client";

import type { KnownPayee } from "@agent-treasury/sdk-client";
import { type ReactNode, useState } from "react";
import { failureText } from "../format/failure-text.ts";
import { formatUsd } from "../format/usd.ts";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { Fact, Moment } from "../parts/record-facts.tsx";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import styles from "../parts/record-row.module.css";

interface PayeeRowProps {
  readonly payee: KnownPayee;
  readonly onRail: KnownPayee["rails"][number];
  onForgotten(): void;
}

/** A known payee on one rail. */
export function PayeeRow({ payee, onRail, onForgotten }: PayeeRowProps): ReactNode {
  const { client, approverName, announce } = useTreasuryContext();
  const [isAsking, setAsking] = useState(false);
  const name = payee.name ?? "Erased name";
  const { rail, approvedUsd, maximumUsd, approvedBy, approvedAt, endsAt } = onRail;
  const forget = async (): Promise<void> => {
    const operator = approverName === "" ? undefined : approverName;
    try {
      await client.payees.forget({ payeeId: payee.id, operator });
      announce(`${name} was forgotten.`);
      onForgotten();
    } catch (error) {
      announce(failureText(error), "bad");
    }
  };
  return (
    <article className={styles.row} aria-label={`${name} on ${rail}`}>
      <div className={styles.name}>
        <p>
          <bdi>{name}</bdi>
        </p>
        <code>{rail}</code>
      </div>
      <dl className={styles.facts}>
        <Fact name="Later payments">Up to {formatUsd(maximumUsd)}</Fact>
        <Fact name="Approved">{formatUsd(approvedUsd)}</Fact>
        <Fact name="By">{approvedBy ?? "Unknown"}</Fact>
        <Fact name="At">
          <Moment at={approvedAt} />
        </Fact>
        <Fact name="Ends">
          <Moment at={endsAt} />
        </Fact>
      </dl>
      <div className={styles.buttons}>
        <button
          type="button"
          className="at-button"
          aria-label={`Forget ${name}`}
          onClick={() => setAsking(true)}
        >
          Forget…
        </button>
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Forget ${name}?`}
        description="It stops at once on all rails: the next payment needs a person, unless the person’s message names the payee."
        action="Forget"
        tone="danger"
        onConfirm={() => void forget()}
      />
    </article>
  );
}
