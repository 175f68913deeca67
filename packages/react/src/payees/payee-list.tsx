"use client";

import { Plus, UserCheck } from "lucide-react";
import { type ReactNode, Suspense, lazy, useRef, useState } from "react";
import { Empty } from "../parts/empty.tsx";
import { RecordHeads } from "../parts/record-facts.tsx";
import { RecordSection } from "../parts/record-section.tsx";
import { useTreasury } from "../provider/use-treasury.ts";
import { PayeeRow } from "./payee-row.tsx";
import { anyPayeeText } from "./payee-text.ts";
import { PayeesToConfirm } from "./payees-to-confirm.tsx";
import { usePaidByPolicy, usePayees } from "./use-payees.ts";
import row from "../parts/record-row.module.css";
import section from "../parts/record-section.module.css";

const AddPayeeDialog = lazy(async () => ({
  default: (await import("./add-payee-dialog.tsx")).AddPayeeDialog,
}));

const payeeFacts = ["Later payments", "Approved", "By", "At", "Ends"];

/** The payees to which persons approved payments, which can be forgotten and added. */
export function PayeeList(): ReactNode {
  const { payees, error, more, refresh } = usePayees();
  const paid = usePaidByPolicy();
  const { state } = useTreasury();
  const [isAdding, setAdding] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const onForgotten = (): void => {
    refresh();
    heading.current?.focus();
  };
  return (
    <RecordSection
      title="Known payees"
      note="Policy may approve later payments to payees that a person approved, within the limits."
      heading={heading}
      button={
        <button type="button" className="at-button" onClick={() => setAdding(true)}>
          <Plus size={15} aria-hidden="true" /> Add a payee…
        </button>
      }
      error={error}
      isLoaded={payees !== undefined && (paid.data ?? paid.error) !== undefined}
      onAgain={refresh}
    >
      {state?.autoApprovePayees === "any" && (
        <p className={`at-problem ${section.aside}`}>{anyPayeeText}</p>
      )}
      <PayeesToConfirm paid={paid} onConfirmed={refresh} />
      {payees?.length === 0 && (
        <Empty icon={<UserCheck size={18} />} title="No known payees">
          <p>An approval of a payment makes its payee known.</p>
        </Empty>
      )}
      {payees !== undefined && payees.length > 0 && (
        <>
          {(paid.data?.payees.length ?? 0) > 0 && (
            <div className={section.aside}>
              <h3>Confirmed</h3>
            </div>
          )}
          <RecordHeads name="Payee" facts={payeeFacts} />
          <ul className={row.list}>
            {payees.flatMap((payee) =>
              payee.rails.map((onRail) => (
                <li key={`${payee.id} ${onRail.rail}`}>
                  <PayeeRow payee={payee} onRail={onRail} onForgotten={onForgotten} />
                </li>
              )),
            )}
          </ul>
        </>
      )}
      {more !== null && (
        <div className={section.aside}>
          <button type="button" className="at-button at-button-quiet" onClick={more}>
            Show more
          </button>
        </div>
      )}
      <Suspense fallback={null}>
        {isAdding && <AddPayeeDialog onClose={() => setAdding(false)} onAdded={refresh} />}
      </Suspense>
    </RecordSection>
  );
}
