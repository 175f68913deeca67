"use client";

import { CircleAlert, CircleCheck, X } from "lucide-react";
import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import styles from "./notices.module.css";

/** Something that happened. */
export interface Notice {
  readonly id: string;
  readonly text: string;
  readonly tone: "good" | "bad";
}

const shownMs = 7_000;

interface NoticesProps {
  readonly notice: Notice | null;
  /** Where it is shown. Null for a place over the page. */
  readonly place: HTMLElement | null;
  onDone(): void;
}

/** Shows a notification, also to screen readers. The page shows the same information elsewhere. */
export function Notices({ notice, place, onDone }: NoticesProps): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // The command centre and the inbox leave this space free. It is 0 without a notification.
    const owner = place?.parentElement ?? document.documentElement;
    owner.style.setProperty("--at-notice", `${box.current?.offsetHeight}px`);
  }, [notice, place]);
  useEffect(() => {
    if (notice === null) return;
    const timer = setTimeout(onDone, shownMs);
    return () => clearTimeout(timer);
    // `onDone` is left out, because each rendering creates it again.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [notice]);
  const shown = (
    <div ref={box} className={place === null ? styles.place : styles.within}>
      <div role="status" aria-label="Latest notification">
        {notice !== null && (
          <p key={notice.id} className={styles.notice} data-tone={notice.tone}>
            {notice.tone === "good" ? <CircleCheck size={18} /> : <CircleAlert size={18} />}
            {notice.text}
          </p>
        )}
      </div>
      {notice !== null && (
        <button
          type="button"
          className={styles.dismiss}
          onClick={onDone}
          aria-label="Dismiss notification"
        >
          <X size={16} />
        </button>
      )}
    </div>
  );
  return place === null ? shown : createPortal(shown, place);
}
