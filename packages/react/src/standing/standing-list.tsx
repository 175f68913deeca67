"use client";

import { CalendarCheck } from "lucide-react";
import { type ReactNode, useId, useRef } from "react";
import { Disclosure } from "../parts/disclosure.tsx";
import { Empty } from "../parts/empty.tsx";
import { Placeholder } from "../parts/placeholder.tsx";
import { Problem } from "../parts/problem.tsx";
import { StandingRow } from "./standing-row.tsx";
import { isInEffect } from "./standing-text.ts";
import { useStandingApprovals } from "./use-standing.ts";
import row from "../parts/record-row.module.css";
import styles from "./standing-list.module.css";

/** Approvals that were given in advance, with their usage. */
export function StandingList(): ReactNode {
  const id = useId();
  const { data, error, mutate } = useStandingApprovals();
  const heading = useRef<HTMLHeadingElement>(null);
  const all = data?.standingApprovals ?? [];
  const inEffect = all.filter(isInEffect);
  const ended = all.filter((one) => !isInEffect(one));
  const onRevoked = (): void => {
    void mutate();
    heading.current?.focus();
  };
  const rows = (shown: typeof all): ReactNode => (
    <ul className={row.list}>
      {shown.map((standing) => (
        <li key={standing.id}>
          <StandingRow standing={standing} onRevoked={onRevoked} />
        </li>
      ))}
    </ul>
  );
  return (
    <section className="at-card" aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id} ref={heading} tabIndex={-1}>
          Standing approvals
        </h2>
        <p className="at-soft at-small">
          Approvals given in advance for an agent’s payments to one payee. Limits, denials and
          freezes still apply.
        </p>
      </header>
      {error !== undefined && (
        <Problem
          title="Standing approvals could not be loaded."
          error={error}
          onAgain={() => void mutate()}
        />
      )}
      {data === undefined && error === undefined && (
        <Placeholder isCard={false} lines={4} text="Loading standing approvals…" />
      )}
      {data !== undefined && inEffect.length === 0 && (
        <Empty icon={<CalendarCheck size={18} />} title="No standing approvals">
          <p>To create one, approve a pending spend and allow the next ones.</p>
        </Empty>
      )}
      {inEffect.length > 0 && rows(inEffect)}
      {ended.length > 0 && (
        <div className={styles.aside}>
          <Disclosure summary={`Ended (${ended.length})`}>{rows(ended)}</Disclosure>
        </div>
      )}
    </section>
  );
}
