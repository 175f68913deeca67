"use client";

import { Download } from "lucide-react";
import { type ReactNode, useState } from "react";
import { readFailureText } from "../format/failure-text.ts";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { saveFile } from "../support/save-file.ts";
import { exportLedger } from "./ledger-export.ts";

interface ExportButtonProps {
  readonly isDisabled: boolean;
}

export function ExportButton({ isDisabled }: ExportButtonProps): ReactNode {
  const { client, workspaceId, announce } = useTreasuryContext();
  const [isBusy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      saveFile(`ledger-${workspaceId}.csv`, await exportLedger(client));
    } catch (error) {
      announce(readFailureText(error), "bad");
    } finally {
      setBusy(false);
    }
  };
  return (
    <button
      type="button"
      className="at-button"
      disabled={isDisabled || isBusy}
      onClick={() => void save()}
    >
      <Download size={15} aria-hidden="true" /> {isBusy ? "Exporting…" : "Export CSV"}
    </button>
  );
}
