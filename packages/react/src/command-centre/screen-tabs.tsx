"use client";

import { Tabs } from "@base-ui/react/tabs";
import { type ReactNode, useEffect, useRef } from "react";
import { useActions } from "../administration/use-actions.ts";
import { useTreasury } from "../provider/use-treasury.ts";
import { ownScreens, type Screen, screenLabels } from "./screens.ts";
import styles from "./screen-tabs.module.css";

const wide: readonly Screen[] = ["command", ...ownScreens];
const narrow: readonly Screen[] = ["inbox", "agent", ...ownScreens];

interface ScreenTabsProps {
  readonly isNarrow: boolean;
  readonly screen: Screen;
}

export function ScreenTabs({ isNarrow, screen }: ScreenTabsProps): ReactNode {
  const { state } = useTreasury();
  const { pending } = useActions();
  const list = useRef<HTMLDivElement>(null);
  const shown = isNarrow ? narrow : wide;
  const counts = `${state?.pendingCount} ${pending.length}`;
  useEffect(() => {
    // On a phone the tabs are wider than the window, and an address may name the last one.
    const active = list.current?.querySelector('[aria-selected="true"]');
    active?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [screen, isNarrow, counts]);
  const waiting: Partial<Record<Screen, number>> = {
    [isNarrow ? "inbox" : "command"]: state?.pendingCount,
    rules: pending.length,
  };
  return (
    <Tabs.List ref={list} className={styles.tabs} aria-label="Screens">
      {shown.map((one) => (
        <Tabs.Tab key={one} value={one} className={styles.tab}>
          {screenLabels[one]}
          <Waiting count={waiting[one] ?? 0} />
        </Tabs.Tab>
      ))}
      <Tabs.Indicator className={styles.indicator} />
    </Tabs.List>
  );
}

function Waiting({ count }: { readonly count: number }): ReactNode {
  if (count === 0) return null;
  return (
    <span className={styles.count}>
      {count}
      <span className="at-hidden"> waiting</span>
    </span>
  );
}
