"use client";

import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTreasury } from "../provider/use-treasury.ts";
import { DepositDialog } from "./deposit-dialog.tsx";

export function DepositButton(): ReactNode {
  const { state } = useTreasury();
  const [isOpen, setOpen] = useState(false);
  const isConnected = state !== undefined && state.paymentMode !== "none";
  return (
    <>
      <button
        type="button"
        className="at-button"
        disabled={!isConnected}
        onClick={() => setOpen(true)}
        title={
          state?.paymentMode === "none"
            ? "No payment processor connected. Set STRIPE_SECRET_KEY, or TREASURY_SANDBOX=on."
            : undefined
        }
      >
        <Plus size={16} aria-hidden="true" /> Add money
      </button>
      {state !== undefined && (
        <DepositDialog open={isOpen} onOpenChange={setOpen} treasury={state} />
      )}
    </>
  );
}
