"use client";

import { Plus } from "lucide-react";
import { type ReactNode, Suspense, lazy, useState } from "react";
import { useTreasury } from "../provider/use-treasury.ts";

const DepositDialog = lazy(async () => ({
  default: (await import("./deposit-dialog.tsx")).DepositDialog,
}));

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
      <Suspense fallback={null}>
        {isOpen && state !== undefined && (
          <DepositDialog treasury={state} onClose={() => setOpen(false)} />
        )}
      </Suspense>
    </>
  );
}
