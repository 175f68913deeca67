"use client";

import { type ReactNode, Suspense, lazy, useState } from "react";
import type { AllowNextProps } from "./allow-next-dialog.tsx";

const AllowNextDialog = lazy(async () => ({
  default: (await import("./allow-next-dialog.tsx")).AllowNextDialog,
}));

/** Approves a spend and the agent's next ones to the same payee. Null for a person's spend. */
export function AllowNext(props: AllowNextProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const { proposal, isDisabled } = props;
  if (proposal.agentId === "person") return null;
  return (
    <>
      <button
        type="button"
        className="at-button"
        disabled={isDisabled}
        aria-label={`Approve and allow the next ones: ${proposal.vendor}`}
        onClick={() => setOpen(true)}
      >
        Approve and allow the next ones…
      </button>
      <Suspense fallback={null}>
        {isOpen && <AllowNextDialog {...props} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}
