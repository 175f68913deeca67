"use client";

import { Tabs } from "@base-ui/react/tabs";
import type { ReactNode } from "react";
import type { Screen } from "../../lib/use-screen.ts";
import { useTreasury } from "../../lib/use-treasury.ts";
import styles from "./screen-tabs.module.css";

const beside: readonly (readonly [Screen, string])[] = [
  ["command", "Inbox and agent"],
  ["ledger", "Ledger"],
  ["fleet", "Fleet"],
];
const oneByOne: readonly (readonly [Screen, string])[] = [
  ["inbox", "Inbox"],
  ["agent", "Agent"],
  ["ledger", "Ledger"],
  ["fleet", "Fleet"],
];

interface ScreenTabsProps {
  readonly isNarrow: boolean;
}

/** The way to each screen, and how many spends wait in the inbox. */
export function ScreenTabs({ isNarrow }: ScreenTabsProps): ReactNode {
  const { state } = useTreasury();
  const waiting = state?.pendingCount ?? 0;
  return (
    <Tabs.List className={styles.tabs} aria-label="Screens">
      {(isNarrow ? oneByOne : beside).map(([screen, label], index) => (
        <Tabs.Tab key={screen} value={screen} className={styles.tab}>
          {label}
          {index === 0 && waiting > 0 && (
            <span className={styles.count}>
              {waiting}
              <span className="hidden"> waiting</span>
            </span>
          )}
        </Tabs.Tab>
      ))}
      <Tabs.Indicator className={styles.indicator} />
    </Tabs.List>
  );
}
