"use client";

import type { Proposal } from "@agent-treasury/sdk-client";
import { type ReactNode, Suspense, lazy, useState } from "react";

const AllowNextDialog = lazy(async () => ({
  default: (await import("./allow-next-dialog.tsx")).AllowNextDialog,
}));

export interface AllowNextProps {
  /** With the amount that an approval pays. */
  readonly proposal: Proposal;
  readonly isDisabled: boolean;
  /** Called once the next spends are allowed, to approve this one. */
  onAllowed(note: string): void;
}

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
