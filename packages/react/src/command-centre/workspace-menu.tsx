"use client";

import { Popover } from "@base-ui/react/popover";
import { ChevronsUpDown, RotateCcw } from "lucide-react";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { rememberConfirming } from "../deposit/deposit-memory.ts";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { ResetDialog } from "./reset-dialog.tsx";
import { workspaceNamePattern, workspaceNameRule } from "./workspace-name.ts";
import styles from "./menu.module.css";

export interface WorkspaceMenuProps {
  /** Opens another workspace. Default: the menu offers none. */
  readonly onOpenWorkspace?: ((workspaceId: string) => void) | undefined;
  onReset(): void;
}

export function WorkspaceMenu({ onOpenWorkspace, onReset }: WorkspaceMenuProps): ReactNode {
  const id = useId();
  const { workspaceId, root } = useTreasuryContext();
  const [isOpen, setOpen] = useState(false);
  const [isResetting, setResetting] = useState(false);

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const named = new FormData(event.currentTarget).get("workspaceId");
    if (typeof named === "string" && named.trim() !== "") {
      rememberConfirming(null);
      onOpenWorkspace?.(named.trim());
    }
    setOpen(false);
  };
  return (
    <div>
      <Popover.Root open={isOpen} onOpenChange={setOpen}>
        <Popover.Trigger className={styles.trigger} aria-label={`Workspace ${workspaceId}`}>
          <span>{workspaceId}</span>
          <ChevronsUpDown size={14} aria-hidden="true" />
        </Popover.Trigger>
        <Popover.Portal {...root}>
          <Popover.Positioner className={styles.positioner} sideOffset={6} align="start">
            <Popover.Popup className={styles.popup}>
              <Popover.Title>Workspace</Popover.Title>
              {onOpenWorkspace !== undefined && (
                <>
                  <form className="at-field" onSubmit={submit}>
                    <label htmlFor={id}>Open another workspace</label>
                    <div className={styles.row}>
                      <input
                        id={id}
                        name="workspaceId"
                        className="at-input"
                        defaultValue={workspaceId}
                        pattern={String.raw`\s*${workspaceNamePattern}\s*`}
                        title={workspaceNameRule}
                        autoComplete="off"
                        spellCheck={false}
                      />
                      <button type="submit" className="at-button">
                        Open
                      </button>
                    </div>
                  </form>
                  <hr className={styles.divider} />
                </>
              )}
              <button
                type="button"
                className="at-button"
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
      <ResetDialog open={isResetting} onOpenChange={setResetting} onReset={onReset} />
    </div>
  );
}
