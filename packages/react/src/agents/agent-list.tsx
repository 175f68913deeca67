"use client";

import { Bot, Plus } from "lucide-react";
import { type ReactNode, useId, useRef, useState } from "react";
import { PendingActions } from "../administration/pending-actions.tsx";
import { useActionsKnown } from "../administration/use-actions.ts";
import { Disclosure } from "../parts/disclosure.tsx";
import { Empty } from "../parts/empty.tsx";
import { Placeholder } from "../parts/placeholder.tsx";
import { Problem } from "../parts/problem.tsx";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { CredentialList } from "./credential-list.tsx";
import { credentialStatus } from "./credential-status.ts";
import { IssueDialog } from "./issue-dialog.tsx";
import { useCredentials } from "./use-credentials.ts";
import styles from "./agent-list.module.css";

const types = ["issue_credential"] as const;

/** External agents: their credentials, which are issued and revoked here. */
export function AgentList(): ReactNode {
  const id = useId();
  const { credentials, error, more, refresh } = useCredentials();
  const { approver } = useTreasuryContext();
  const isKnown = useActionsKnown();
  const [isIssuing, setIssuing] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const active = (credentials ?? []).filter((one) => credentialStatus(one) === "active");
  const ended = (credentials ?? []).filter((one) => credentialStatus(one) !== "active");
  const onRevoked = (): void => {
    refresh();
    heading.current?.focus();
  };
  const isLoading = error === undefined && !(isKnown && credentials !== undefined);
  if (isLoading) return <Placeholder lines={12} text="Loading credentials…" />;
  return (
    <section aria-labelledby={id} className={styles.agents}>
      <PendingActions types={types} />
      <header className={styles.head}>
        <h2 id={id} ref={heading} tabIndex={-1}>
          Agents
        </h2>
        <button
          type="button"
          className="at-button at-button-solid"
          onClick={() => setIssuing(true)}
        >
          <Plus size={16} aria-hidden="true" /> Issue a credential
        </button>
      </header>
      {approver === null && (
        <p className={styles.warning}>
          Sign-in is off, so approvals are not protected from agents: an agent can approve its own
          spends without its token. Set TREASURY_OPERATORS to turn sign-in on.
        </p>
      )}
      {error !== undefined && (
        <Problem title="Credentials could not be loaded." error={error} onAgain={refresh} />
      )}
      {credentials !== undefined && active.length === 0 && (
        <div className="at-card">
          <Empty icon={<Bot size={18} />} title="No active credentials">
            <p>
              An external agent proposes spends over HTTP or MCP with its own credential. It can
              propose and read its own proposals, and never decides.
            </p>
          </Empty>
        </div>
      )}
      {active.length > 0 && (
        <CredentialList credentials={active} ends="Expires" onRevoked={onRevoked} />
      )}
      {ended.length > 0 && (
        <Disclosure summary={`Expired and revoked (${ended.length}${more === null ? "" : "+"})`}>
          <div className={styles.ended}>
            <CredentialList credentials={ended} ends="Ended" onRevoked={onRevoked} />
          </div>
        </Disclosure>
      )}
      {more !== null && (
        <button type="button" className={`at-button at-button-quiet ${styles.more}`} onClick={more}>
          Show more
        </button>
      )}
      {isIssuing && <IssueDialog onClose={() => setIssuing(false)} onIssued={refresh} />}
    </section>
  );
}
