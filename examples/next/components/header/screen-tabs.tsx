"use client";

import { Tabs } from "@base-ui/react/tabs";
import type { ReactNode } from "react";
import { type Screen, screens } from "../../lib/screens.ts";
import { useTreasury } from "../../lib/use-treasury.ts";
import styles from "./screen-tabs.module.css";

const wide: readonly Screen[] = ["command", "ledger", "machines"];
const narrow: readonly Screen[] = ["inbox", "agent", "ledger", "machines"];

interface ScreenTabsProps {
  readonly isNarrow: boolean;
}

export function ScreenTabs({ isNarrow }: ScreenTabsProps): ReactNode {
  const { state } = useTreasury();
  const waiting = state?.pendingCount ?? 0;
  return (
    <Tabs.List className={styles.tabs} aria-label="Screens">
      {(isNarrow ? narrow : wide).map((screen, index) => (
        <Tabs.Tab key={screen} value={screen} className={styles.tab}>
          {screens[screen].label}
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
