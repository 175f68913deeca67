"use client";

import { Tabs } from "@base-ui/react/tabs";
import { ChevronRight } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { usePendingActions } from "../administration/use-actions.ts";
import { useCutEdges } from "../hooks/use-cut-edges.ts";
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
  const pending = usePendingActions();
  const list = useRef<HTMLDivElement>(null);
  // It is the last tab, so that it moves no other one when it is known.
  const hasWebhooks = screen === "webhooks" || state?.plugins.includes("webhooks") === true;
  const shown = (isNarrow ? narrow : wide).filter((one) => one !== "webhooks" || hasWebhooks);
  useCutEdges(list, '[role="tab"]', shown.join());
  useEffect(() => {
    // On a phone the tabs are wider than the window, and an address may name the last one.
    const active = list.current?.querySelector('[aria-selected="true"]');
    active?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [screen, isNarrow]);
  const waiting: Partial<Record<Screen, number>> = {
    [isNarrow ? "inbox" : "command"]: state?.pendingCount,
    rules: pending.length,
  };
  return (
    <div className={styles.bar}>
      <Tabs.List ref={list} className={styles.tabs} aria-label="Screens">
        {shown.map((one) => (
          <Tabs.Tab key={one} value={one} className={styles.tab}>
            <span className={styles.label}>
              {screenLabels[one]}
              <Waiting count={waiting[one] ?? 0} />
            </span>
          </Tabs.Tab>
        ))}
        <Tabs.Indicator className={styles.indicator} />
      </Tabs.List>
      {/* The arrow keys reach every tab, so these are for pointers only. */}
      {more.map(({ label, side, share }) => (
        <button
          key={side}
          type="button"
          tabIndex={-1}
          aria-hidden="true"
          title={label}
          className={styles.more}
          data-side={side}
          onClick={() => list.current?.scrollBy({ left: share * list.current.clientWidth })}
        >
          <ChevronRight size={18} />
        </button>
      ))}
    </div>
  );
}

/** Shown while tabs are cut at that side. `share` is of the visible width. */
const more = [
  { label: "Previous tabs", side: "start", share: -0.6 },
  { label: "More tabs", side: "end", share: 0.6 },
];

function Waiting({ count }: { readonly count: number }): ReactNode {
  if (count === 0) return null;
  return (
    <span className={styles.count}>
      {count > 99 ? "99+" : count}
      <span className="at-hidden"> waiting</span>
    </span>
  );
}
