"use client";

import { CalendarCheck } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { Disclosure } from "../parts/disclosure.tsx";
import { Empty } from "../parts/empty.tsx";
import { RecordHeads } from "../parts/record-facts.tsx";
import { RecordSection } from "../parts/record-section.tsx";
import { StandingRow } from "./standing-row.tsx";
import { isInEffect } from "./standing-text.ts";
import { useStandingApprovals } from "./use-standing.ts";
import row from "../parts/record-row.module.css";
import section from "../parts/record-section.module.css";

/** Approvals that were given in advance, with their usage. */
export function StandingList(): ReactNode {
  const { data, error, mutate } = useStandingApprovals();
  const heading = useRef<HTMLHeadingElement>(null);
  const all = data?.standingApprovals ?? [];
  const inEffect = all.filter(isInEffect);
  const ended = all.filter((one) => !isInEffect(one));
  const onRevoked = (): void => {
    void mutate();
    heading.current?.focus();
  };
  const rows = (shown: typeof all, ends: string): ReactNode => (
    <>
      <RecordHeads name="Payee" facts={["Each spend", "Used", "Spends", ends, "Given by"]} />
      <ul className={row.list}>
        {shown.map((standing) => (
          <li key={standing.id}>
            <StandingRow standing={standing} onRevoked={onRevoked} />
          </li>
        ))}
      </ul>
    </>
  );
  return (
    <RecordSection
      title="Standing approvals"
      note="Approvals given in advance for an agent’s payments to one payee. Limits, denials and freezes still apply."
      heading={heading}
      error={error}
      isLoaded={data !== undefined}
      onAgain={() => void mutate()}
    >
      {data !== undefined && inEffect.length === 0 && (
        <Empty icon={<CalendarCheck size={18} />} title="No standing approvals">
          <p>To create one, approve a pending spend and allow the next ones.</p>
        </Empty>
      )}
      {inEffect.length > 0 && rows(inEffect, "Ends")}
      {ended.length > 0 && (
        <div className={section.aside}>
          <Disclosure summary={`Ended (${ended.length})`}>{rows(ended, "Ended")}</Disclosure>
        </div>
      )}
    </RecordSection>
  );
}
