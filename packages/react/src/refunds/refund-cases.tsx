"use client";

import { type ReactNode, useRef } from "react";
import { RecordHeads } from "../parts/record-facts.tsx";
import { RecordSection } from "../parts/record-section.tsx";
import { isHidden } from "../rails/use-rails.ts";
import { RefundRow } from "./refund-row.tsx";
import { useRefundCases } from "./use-refund-cases.ts";
import row from "../parts/record-row.module.css";

/** Open refund cases. Nothing without one. */
export function RefundCases(): ReactNode {
  const { data, error, mutate } = useRefundCases();
  const heading = useRef<HTMLHeadingElement>(null);
  const open = (data?.cases ?? []).filter(({ isOpen }) => isOpen);
  const isMissing = data === undefined && (error === undefined || isHidden(error));
  if (isMissing || (error === undefined && open.length === 0)) return null;
  return (
    <RecordSection
      title="Refund cases"
      note="Payments that did not buy what was offered."
      heading={heading}
      error={error}
      isLoaded={data !== undefined}
      onAgain={() => void mutate()}
    >
      {open.length > 0 && (
        <>
          <RecordHeads name="Payee" facts={["Paid", "Refunded", "Reason", "Ends"]} />
          <ul className={row.list}>
            {open.map((found) => (
              <li key={found.proposalId}>
                <RefundRow found={found} onEnded={() => heading.current?.focus()} />
              </li>
            ))}
          </ul>
        </>
      )}
    </RecordSection>
  );
}
