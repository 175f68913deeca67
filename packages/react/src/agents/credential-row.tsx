"use client";

import type { AgentCredential } from "@agent-treasury/sdk-client";
import { type ReactNode, useState } from "react";
import { FreezeButton } from "../freezes/freeze-button.tsx";
import { freezeOf } from "../freezes/freeze-text.ts";
import { FrozenBadge } from "../freezes/frozen-badge.tsx";
import { useFreezes } from "../freezes/use-freezes.ts";
import { Fact, Moment } from "../parts/record-facts.tsx";
import { credentialStatus, expiresSoon, statusNames } from "./credential-status.ts";
import { RevokeDialog } from "./revoke-dialog.tsx";
import styles from "../parts/record-row.module.css";

interface CredentialRowProps {
  readonly credential: AgentCredential;
  onRevoked(): void;
}

export function CredentialRow({ credential, onRevoked }: CredentialRowProps): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const status = credentialStatus(credential);
  const isFrozen = freezeOf(useFreezes(), "agent", credential.agentId) !== undefined;
  return (
    <article className={styles.row} aria-label={`Credential of ${credential.name}`}>
      <div className={styles.name}>
        <p>
          <bdi>{credential.name}</bdi>
          <span className={styles.status} data-status={status}>
            {statusNames[status]}
          </span>
          {credential.role === "meter" && <span className={styles.status}>Meter</span>}
          {isFrozen && <FrozenBadge />}
        </p>
        <code>{credential.agentId}</code>
      </div>
      <Facts credential={credential} />
      {status === "active" && (
        <div className={styles.buttons}>
          {!isFrozen && <FreezeButton scope="agent" id={credential.agentId} compact />}
          <button
            type="button"
            className="at-button"
            aria-label={`Revoke the credential of ${credential.name}`}
            onClick={() => setAsking(true)}
          >
            Revoke…
          </button>
        </div>
      )}
      <RevokeDialog
        credential={credential}
        open={isAsking}
        onOpenChange={setAsking}
        onRevoked={onRevoked}
      />
    </article>
  );
}

function Facts({ credential }: Pick<CredentialRowProps, "credential">): ReactNode {
  const { owner, allocationId, issuedAt, issuedBy, expiresAt, lastUsedAt } = credential;
  const { revokedAt, revokedBy } = credential;
  const soon = expiresSoon(credential);
  return (
    <dl className={styles.facts}>
      <Fact name="Owner">{owner ?? "Unknown"}</Fact>
      <Fact name="Last used">{lastUsedAt === null ? "Never" : <Moment at={lastUsedAt} />}</Fact>
      {revokedAt === null ? (
        <Fact name="Expires">
          {expiresAt === null ? "Never" : <Moment at={expiresAt} />}
          {soon !== null && <span className={styles.soon}>{soon}</span>}
        </Fact>
      ) : (
        <Fact name="Revoked">
          <Moment at={revokedAt} />
          {revokedBy !== null && ` by ${revokedBy}`}
        </Fact>
      )}
      <Fact name="Allocation">{allocationId ?? "None"}</Fact>
      <Fact name="Issued">
        <Moment at={issuedAt} />
        {issuedBy !== null && ` by ${issuedBy}`}
      </Fact>
    </dl>
  );
}
