"use client";

import type { ReactNode } from "react";
import { useTreasury } from "../provider/use-treasury.ts";
import styles from "./connection.module.css";

export function Connection(): ReactNode {
  const { state, isDisconnected } = useTreasury();
  const text = isDisconnected ? "Disconnected" : state === undefined ? "Connecting" : "Connected";
  return (
    <span role="status" className={styles.connection} data-state={text}>
      <span className={styles.dot} aria-hidden="true" />
      <span className={styles.text}>{text}</span>
    </span>
  );
}
