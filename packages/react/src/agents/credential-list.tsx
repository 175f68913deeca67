import type { AgentCredential } from "@agent-treasury/sdk-client";
import type { ReactNode } from "react";
import { CredentialRow } from "./credential-row.tsx";
import styles from "../parts/record-row.module.css";

interface CredentialListProps {
  readonly credentials: readonly AgentCredential[];
  onRevoked(): void;
}

export function CredentialList({ credentials, onRevoked }: CredentialListProps): ReactNode {
  return (
    <ul className={`at-card ${styles.list}`}>
      {credentials.map((credential) => (
        <li key={credential.id}>
          <CredentialRow credential={credential} onRevoked={onRevoked} />
        </li>
      ))}
    </ul>
  );
}
