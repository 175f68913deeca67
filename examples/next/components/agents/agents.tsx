"use client";

import { Bot, Plus } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { credentialStatus } from "../../lib/agents/credential-status.ts";
import { useCredentials } from "../../lib/agents/use-credentials.ts";
import { useCommand } from "../../lib/command-context.ts";
import { Disclosure } from "../parts/disclosure.tsx";
import { Empty } from "../parts/empty.tsx";
import { Problem } from "../parts/problem.tsx";
import { CredentialList } from "./credential-list.tsx";
import { IssueDialog } from "./issue-dialog.tsx";
import styles from "./agents.module.css";

export function Agents(): ReactNode {
  const { credentials, error, more, refresh } = useCredentials();
  const { session } = useCommand();
  const [isIssuing, setIssuing] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const active = (credentials ?? []).filter((one) => credentialStatus(one) === "active");
  const ended = (credentials ?? []).filter((one) => credentialStatus(one) !== "active");
  const onRevoked = (): void => {
    refresh();
    heading.current?.focus();
  };
  return (
    <section aria-labelledby="agents" className={styles.agents}>
      <header className={styles.head}>
        <h2 id="agents" ref={heading} tabIndex={-1}>
          Agents
        </h2>
        <button type="button" className="button solid" onClick={() => setIssuing(true)}>
          <Plus size={16} aria-hidden="true" /> Issue a credential
        </button>
      </header>
      {!session.signIn && (
        <p className={styles.warning}>
          Sign-in is off, so approvals are not protected from agents: an agent can approve its own
          spends without its token. Set TREASURY_OPERATORS to turn sign-in on.
        </p>
      )}
      {error !== undefined && (
        <Problem title="Credentials could not be loaded." error={error} onAgain={refresh} />
      )}
      {credentials === undefined && error === undefined && (
        <p className="soft">Loading credentials…</p>
      )}
      {credentials !== undefined && active.length === 0 && (
        <div className="card">
          <Empty icon={<Bot size={18} />} title="No active credentials">
            <p>
              An external agent proposes spends over HTTP or MCP with its own credential. It can
              propose and read its own proposals, and never decides.
            </p>
          </Empty>
        </div>
      )}
      {active.length > 0 && <CredentialList credentials={active} onRevoked={onRevoked} />}
      {ended.length > 0 && (
        <Disclosure summary={`Expired and revoked (${ended.length}${more === null ? "" : "+"})`}>
          <div className={styles.ended}>
            <CredentialList credentials={ended} onRevoked={onRevoked} />
          </div>
        </Disclosure>
      )}
      {more !== null && (
        <button type="button" className={`button quiet ${styles.more}`} onClick={more}>
          Show more
        </button>
      )}
      {isIssuing && <IssueDialog onClose={() => setIssuing(false)} onIssued={refresh} />}
    </section>
  );
}
