"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import styles from "./inbox-notices.module.css";

/** An inbox that shows notifications above its cards, so that they do not cover the host's page. */
export function InboxNotices({ children }: { readonly children: ReactNode }): ReactNode {
  const { placeNotices } = useTreasuryContext();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    placeNotices(place.current);
    return () => placeNotices(null);
  }, [placeNotices]);
  return (
    <div className={styles.inbox}>
      <div ref={place} className={styles.place} />
      {children}
    </div>
  );
}
