"use client";

import type { PublishedRules } from "@agent-treasury/sdk-client";
import type { ReactNode } from "react";
import useSWRImmutable from "swr/immutable";
import { readFailureText } from "../format/failure-text.ts";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { RuleSentence } from "./rule-sentence.tsx";
import styles from "./history.module.css";

interface PublicationRulesProps {
  readonly digest: string;
}

/** The rules of one publication, which never changes. */
export function PublicationRules({ digest }: PublicationRulesProps): ReactNode {
  const { client, workspaceId } = useTreasuryContext();
  const { data, error } = useSWRImmutable<PublishedRules, unknown>(
    ["publication", workspaceId, digest],
    () => client.rules.read({ digest }),
  );
  if (error !== undefined) return <p className="at-problem">{readFailureText(error)}</p>;
  if (data === undefined) return <p className="at-soft">Loading rules…</p>;
  const { rules } = data.rules;
  if (rules.length === 0) return <p className="at-soft">No rules. Only the limits applied.</p>;
  return (
    <ul className={styles.rules}>
      {rules.map((rule) => (
        <li key={rule.id}>
          <RuleSentence rule={rule} />
        </li>
      ))}
    </ul>
  );
}
