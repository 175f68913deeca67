"use client";

import type { Proposal } from "@agent-treasury/sdk-client";
import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { readFailureText } from "../format/failure-text.ts";
import { useTask } from "../hooks/use-task.ts";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { saveFile } from "../support/save-file.ts";
import styles from "./bought-resource.module.css";

interface BoughtResourceProps {
  readonly proposal: Pick<Proposal, "id" | "workspaceId" | "hasResource">;
}

/** Saves what a spend bought as a file, which the browser does not open. Null if nothing is stored. */
export function BoughtResource({ proposal }: BoughtResourceProps): ReactNode {
  const { client } = useTreasuryContext();
  const { isBusy, problem, run } = useTask(readFailureText);
  if (!proposal.hasResource) return null;
  const { id: proposalId, workspaceId } = proposal;
  const save = async (): Promise<void> => {
    const { bodyBase64 } = await client.treasury.resource({ workspaceId, proposalId });
    const bytes = Uint8Array.from(atob(bodyBase64), (character) => character.charCodeAt(0));
    saveFile(`${proposalId}.bin`, bytes, "application/octet-stream");
  };
  return (
    <div className={styles.bought}>
      <button type="button" className="at-button" disabled={isBusy} onClick={() => void run(save)}>
        <Download size={15} aria-hidden="true" />
        {isBusy ? "Downloading…" : "Download what was bought"}
      </button>
      <p role="alert" className="at-problem" hidden={problem === null}>
        {problem}
      </p>
    </div>
  );
}
