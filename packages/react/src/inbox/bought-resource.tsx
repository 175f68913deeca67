"use client";

import type { BoughtResource as Bought, Proposal } from "@agent-treasury/sdk-client";
import { Download, Signature } from "lucide-react";
import { type ReactNode, useState } from "react";
import { readFailureText } from "../format/failure-text.ts";
import { useTask } from "../hooks/use-task.ts";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { saveFile } from "../support/save-file.ts";
import { signatureTexts } from "./signature-text.ts";
import styles from "./bought-resource.module.css";

interface BoughtResourceProps {
  readonly proposal: Pick<Proposal, "id" | "workspaceId" | "hasResource">;
}

/**
 * Saves what a spend bought as a file, which the browser does not open, and shows what the payee signed.
 * Null if nothing is stored.
 */
export function BoughtResource({ proposal }: BoughtResourceProps): ReactNode {
  const { client } = useTreasuryContext();
  const { isBusy, problem, run } = useTask(readFailureText);
  const [bought, setBought] = useState<Bought | null>(null);
  if (!proposal.hasResource) return null;
  const { id: proposalId, workspaceId } = proposal;
  const read = async (): Promise<Bought> => {
    const resource = await client.treasury.resource({ workspaceId, proposalId });
    setBought(resource);
    return resource;
  };
  const save = async (): Promise<void> => {
    const { bodyBase64 } = await read();
    const bytes = Uint8Array.from(atob(bodyBase64), (character) => character.charCodeAt(0));
    saveFile(`${proposalId}.bin`, bytes, "application/octet-stream");
  };
  return (
    <div className={styles.bought}>
      <button type="button" className="at-button" disabled={isBusy} onClick={() => void run(save)}>
        <Download size={15} aria-hidden="true" />
        {isBusy ? "Downloading…" : "Download what was bought"}
      </button>
      {bought === null ? (
        <button
          type="button"
          className="at-button"
          disabled={isBusy}
          onClick={() => void run(async () => void (await read()))}
        >
          <Signature size={15} aria-hidden="true" /> Show signatures of the payee
        </button>
      ) : (
        <ul aria-label="Signatures of the payee" className="at-soft at-small">
          {signatureTexts(bought).map((text) => (
            <li key={text}>
              <bdi>{text}</bdi>
            </li>
          ))}
        </ul>
      )}
      <p role="alert" className="at-problem" hidden={problem === null}>
        {problem}
      </p>
    </div>
  );
}
