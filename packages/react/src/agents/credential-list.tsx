import type { AgentCredential } from "@agent-treasury/sdk-client";
import type { ReactNode } from "react";
import { RecordHeads } from "../parts/record-facts.tsx";
import { CredentialRow } from "./credential-row.tsx";
import styles from "../parts/record-row.module.css";

interface CredentialListProps {
  readonly credentials: readonly AgentCredential[];
  /** The head of the column of their ends. */
  readonly ends: string;
  onRevoked(): void;
}

export function CredentialList({ credentials, ends, onRevoked }: CredentialListProps): ReactNode {
  return (
    <div className="at-card">
      <RecordHeads name="Agent" facts={["Owner", "Last used", ends, "Allocation", "Issued"]} />
      <ul className={styles.list}>
        {credentials.map((credential) => (
          <li key={credential.id}>
            <CredentialRow credential={credential} onRevoked={onRevoked} />
          </li>
        ))}
      </ul>
    </div>
  );
}
