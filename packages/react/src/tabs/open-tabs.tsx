"use client";

import { type ReactNode, useRef } from "react";
import { RecordHeads } from "../parts/record-facts.tsx";
import { RecordSection } from "../parts/record-section.tsx";
import { isHidden } from "../rails/use-rails.ts";
import { TabRow } from "./tab-row.tsx";
import { useTabs } from "./use-tabs.ts";
import row from "../parts/record-row.module.css";

/** Open tabs with their usage. Nothing without one. */
export function OpenTabs(): ReactNode {
  const { data, error, mutate } = useTabs();
  const heading = useRef<HTMLHeadingElement>(null);
  const open = (data?.tabs ?? []).filter(({ status }) => status !== "pending");
  const isMissing = data === undefined && (error === undefined || isHidden(error));
  if (isMissing || (error === undefined && open.length === 0)) return null;
  return (
    <RecordSection
      title="Open tabs"
      note="Approved amounts that many small charges draw down."
      heading={heading}
      error={error}
      isLoaded={data !== undefined}
      onAgain={() => void mutate()}
    >
      {open.length > 0 && (
        <>
          <RecordHeads name="Payee" facts={["Used", "Reserved", "Left", "Rate", "Ends"]} />
          <ul className={row.list}>
            {open.map((tab) => (
              <li key={tab.id}>
                <TabRow tab={tab} onClosed={() => heading.current?.focus()} />
              </li>
            ))}
          </ul>
        </>
      )}
    </RecordSection>
  );
}
