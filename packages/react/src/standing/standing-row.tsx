"use client";

import type { StandingApproval } from "@agent-treasury/sdk-client";
import { type ReactNode, useState } from "react";
import { expiresSoon } from "../agents/credential-status.ts";
import { formatUsd } from "../format/usd.ts";
import { agentIdText } from "../inbox/proposer-text.ts";
import { Fact, Moment } from "../parts/record-facts.tsx";
import { RevokeStandingDialog } from "./revoke-standing-dialog.tsx";
import {
  isInEffect,
  signersText,
  standingStatusNames,
  suspensionText,
  usedText,
  usesText,
} from "./standing-text.ts";
import styles from "../parts/record-row.module.css";

interface StandingRowProps {
  readonly standing: StandingApproval;
  onRevoked(): void;
}

export function StandingRow({ standing, onRevoked }: StandingRowProps): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const { agentId, vendor, status } = standing;
  const suspension = suspensionText(standing);
  return (
    <article className={styles.row} aria-label={`Standing approval for ${vendor}`}>
      <div className={styles.name}>
        <p>
          <bdi>{vendor}</bdi>
          <span className={styles.status} data-status={status}>
            {standingStatusNames[status]}
          </span>
        </p>
        <span className="at-soft at-small">
          <bdi>{agentIdText(agentId)}</bdi>
        </span>
      </div>
      <Facts standing={standing} />
      {isInEffect(standing) && (
        <div className={styles.buttons}>
          <button
            type="button"
            className="at-button"
            aria-label={`Revoke the standing approval for ${vendor}`}
            onClick={() => setAsking(true)}
          >
            Revoke…
          </button>
        </div>
      )}
      {suspension !== null && <p className={styles.note}>{suspension}</p>}
      <RevokeStandingDialog
        standing={standing}
        open={isAsking}
        onOpenChange={setAsking}
        onRevoked={onRevoked}
      />
    </article>
  );
}

function Facts({ standing }: Pick<StandingRowProps, "standing">): ReactNode {
  const { maximumUsd, endsAt, endedAt, endedBy, status } = standing;
  const soon = expiresSoon({ expiresAt: endsAt });
  return (
    <dl className={styles.facts}>
      <Fact name="Each spend">Up to {formatUsd(maximumUsd)}</Fact>
      <Fact name="Used">{usedText(standing)}</Fact>
      <Fact name="Spends">{usesText(standing)}</Fact>
      {endedAt === null ? (
        <Fact name="Ends">
          <Moment at={endsAt} />
          {soon !== null && <span className={styles.soon}>{soon}</span>}
        </Fact>
      ) : (
        <Fact name={standingStatusNames[status]}>
          <Moment at={endedAt} />
          {endedBy !== null && ` by ${endedBy}`}
        </Fact>
      )}
      <Fact name="Given by">{signersText(standing)}</Fact>
    </dl>
  );
}
