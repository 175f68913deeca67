"use client";

import type { ReactNode } from "react";
import { useTreasury } from "../../lib/use-treasury.ts";
import styles from "./connection.module.css";

/** Whether what the page shows is as it is now. */
export function Connection(): ReactNode {
  const { state, isDisconnected } = useTreasury();
  const words = isDisconnected ? "Disconnected" : state === undefined ? "Connecting" : "Connected";
  return (
    <span role="status" className={styles.connection} data-state={words}>
      <span className={styles.dot} aria-hidden="true" />
      <span className={styles.words}>{words}</span>
    </span>
  );
}
