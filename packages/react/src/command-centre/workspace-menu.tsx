"use client";

import { Popover } from "@base-ui/react/popover";
import { ChevronsUpDown, Plus, RotateCcw } from "lucide-react";
import { type ReactNode, Suspense, lazy, useState } from "react";
import { rememberConfirming } from "../deposit/deposit-memory.ts";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { ResetDialog } from "./reset-dialog.tsx";
import { useWorkspaces } from "./use-workspaces.ts";
import { WorkspaceList } from "./workspace-list.tsx";
import styles from "./menu.module.css";

const NewWorkspaceDialog = lazy(async () => ({
  default: (await import("./new-workspace-dialog.tsx")).NewWorkspaceDialog,
}));

export interface WorkspaceMenuProps {
  /** Opens another workspace. Default: the menu offers none. */
  readonly onOpenWorkspace?: ((workspaceId: string) => void) | undefined;
  onReset(): void;
}

type Open = "menu" | "new" | "reset";

export function WorkspaceMenu({ onOpenWorkspace, onReset }: WorkspaceMenuProps): ReactNode {
  const { workspaceId, root } = useTreasuryContext();
  const [open, setOpen] = useState<Open | null>(null);
  const isListed = onOpenWorkspace !== undefined;
  const { workspaces, error } = useWorkspaces(isListed && (open === "menu" || open === "new"));
  const close = (): void => setOpen(null);
  const openWorkspace = (id: string): void => {
    close();
    if (id === workspaceId) return;
    rememberConfirming(null);
    onOpenWorkspace?.(id);
  };
  return (
    <div>
      <Popover.Root
        open={open === "menu"}
        onOpenChange={(isOpen) => setOpen(isOpen ? "menu" : null)}
      >
        <Popover.Trigger className={styles.trigger} aria-label={`Workspace ${workspaceId}`}>
          <span>{workspaceId}</span>
          <ChevronsUpDown size={14} aria-hidden="true" />
        </Popover.Trigger>
        <Popover.Portal {...root}>
          <Popover.Positioner className={styles.positioner} sideOffset={6} align="start">
            <Popover.Popup className={styles.popup}>
              <Popover.Title>{isListed ? "Workspaces" : "Workspace"}</Popover.Title>
              {isListed && (
                <>
                  <WorkspaceList workspaces={workspaces} error={error} onOpen={openWorkspace} />
                  <button type="button" className="at-button" onClick={() => setOpen("new")}>
                    <Plus size={15} aria-hidden="true" /> New workspace…
                  </button>
                  <hr className={styles.divider} />
                </>
              )}
              <button type="button" className="at-button" onClick={() => setOpen("reset")}>
                <RotateCcw size={15} aria-hidden="true" /> Reset workspace…
              </button>
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
      <Suspense fallback={null}>
        {open === "new" && (
          <NewWorkspaceDialog
            existing={workspaces?.ids ?? []}
            onCreate={openWorkspace}
            onClose={close}
          />
        )}
      </Suspense>
      <ResetDialog
        open={open === "reset"}
        onOpenChange={(isOpen) => setOpen(isOpen ? "reset" : null)}
        onReset={onReset}
      />
    </div>
  );
}
