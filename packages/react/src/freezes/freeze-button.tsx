"use client";

import { Snowflake } from "lucide-react";
import { type ReactNode, useState } from "react";
import { FreezeDialog } from "./freeze-dialog.tsx";
import type { FreezeScope } from "./freeze-text.ts";
import styles from "./freezes.module.css";

export interface FreezeButtonProps {
  /** What the dialog freezes at first. Default: `workspace`. `all` is every workspace of the service. */
  readonly scope?: FreezeScope | undefined;
  /** The id of the allocation or agent, or the name of the vendor. */
  readonly id?: string | undefined;
  /** Whether the text is only `Freeze`, for places with little room. Default: false. */
  readonly compact?: boolean | undefined;
}

/** Stops payments after a confirmation, and then lists the payments that had already begun. */
export function FreezeButton(props: FreezeButtonProps): ReactNode {
  const { scope = "workspace", id = "", compact = false } = props;
  const [isOpen, setOpen] = useState(false);
  const label = id === "" ? "Freeze payments" : `Freeze ${id}`;
  return (
    <>
      <button
        type="button"
        className={compact ? `at-button ${styles.compact}` : "at-button"}
        aria-label={compact ? label : undefined}
        onClick={() => setOpen(true)}
      >
        {!compact && <Snowflake size={16} aria-hidden="true" />} {compact ? "Freeze" : label}…
      </button>
      {isOpen && <FreezeDialog scope={scope} id={id} onClose={() => setOpen(false)} />}
    </>
  );
}
