"use client";

import { Popover } from "@base-ui/react/popover";
import { ChevronsUpDown, RotateCcw } from "lucide-react";
import { type FormEvent, type ReactNode, useState } from "react";
import { useCommand } from "../../lib/command-context.ts";
import { workspaceNamePattern, workspaceNameRule } from "../../lib/workspace-name.ts";
import { ResetDialog } from "./reset-dialog.tsx";
import styles from "./menu.module.css";

export function WorkspaceMenu(): ReactNode {
  const { workspaceId, openWorkspace } = useCommand();
  const [isOpen, setOpen] = useState(false);
  const [isResetting, setResetting] = useState(false);

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const named = new FormData(event.currentTarget).get("workspaceId");
    if (typeof named === "string" && named.trim() !== "") openWorkspace(named.trim());
    setOpen(false);
  };
  return (
    <div>
      <Popover.Root open={isOpen} onOpenChange={setOpen}>
        <Popover.Trigger className={styles.trigger} aria-label={`Workspace ${workspaceId}`}>
          <span>{workspaceId}</span>
          <ChevronsUpDown size={14} aria-hidden="true" />
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Positioner className={styles.positioner} sideOffset={6} align="start">
            <Popover.Popup className={styles.popup}>
              <Popover.Title>Workspace</Popover.Title>
              <form className="field" onSubmit={submit}>
                <label htmlFor="workspace">Open another workspace</label>
                <div className={styles.row}>
                  <input
                    id="workspace"
                    name="workspaceId"
                    className="input"
                    defaultValue={workspaceId}
                    pattern={String.raw`\s*${workspaceNamePattern}\s*`}
                    title={workspaceNameRule}
                    autoComplete="off"
                    spellCheck={false}
                  />
                  <button type="submit" className="button">
                    Open
                  </button>
                </div>
              </form>
              <hr className={styles.divider} />
              <button
                type="button"
                className="button"
                onClick={() => {
                  setOpen(false);
                  setResetting(true);
                }}
              >
                <RotateCcw size={15} aria-hidden="true" /> Reset workspace…
              </button>
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
      <ResetDialog open={isResetting} onOpenChange={setResetting} />
    </div>
  );
}
