"use client";

import { Snowflake } from "lucide-react";
import { type ReactNode, useState } from "react";
import { FreezeDialog } from "./freeze-dialog.tsx";
import type { FreezeScope } from "./freeze-text.ts";

export interface FreezeButtonProps {
  /** What the dialog freezes at first. Default: `workspace`. `all` is every workspace of the service. */
  readonly scope?: FreezeScope | undefined;
  /** The id of the allocation or agent, or the name of the vendor. */
  readonly id?: string | undefined;
  /** Whether only the icon is shown. Default: false. */
  readonly iconOnly?: boolean | undefined;
}

/** Stops payments after a confirmation, and then lists the payments that had already begun. */
export function FreezeButton(props: FreezeButtonProps): ReactNode {
  const { scope = "workspace", id = "", iconOnly = false } = props;
  const [isOpen, setOpen] = useState(false);
  const label = id === "" ? "Freeze payments" : `Freeze ${id}`;
  return (
    <>
      <button
        type="button"
        className={iconOnly ? "at-button at-button-quiet at-button-icon" : "at-button"}
        aria-label={iconOnly ? label : undefined}
        title={iconOnly ? "Freeze" : undefined}
        onClick={() => setOpen(true)}
      >
        <Snowflake size={16} aria-hidden="true" /> {!iconOnly && `${label}…`}
      </button>
      {isOpen && <FreezeDialog scope={scope} id={id} onClose={() => setOpen(false)} />}
    </>
  );
}
