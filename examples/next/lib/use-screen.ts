"use client";

import { useEffect, useState } from "react";
import { useNarrow } from "./use-narrow.ts";
import { useTreasury } from "./use-treasury.ts";

/** What can be looked at; `command` is inbox and agent beside each other, where there is room. */
export type Screen = "command" | "inbox" | "agent" | "ledger" | "fleet";

/** Which screen is shown, and going to another one. */
export interface ShownScreen {
  readonly screen: Screen;
  readonly isNarrow: boolean;
  show(screen: Screen): void;
}

/** The screen that somebody chose, as the window has room for it. */
export function useScreen(): ShownScreen {
  const isNarrow = useNarrow();
  const { state } = useTreasury();
  const [chosen, show] = useState<Screen>("command");
  const firstInbox = state === undefined ? null : state.pendingCount > 0;
  const [beginsInInbox, setBeginsInInbox] = useState(firstInbox);
  useEffect(() => {
    // What waits when the page is opened comes first; what comes later takes nobody away.
    setBeginsInInbox((known) => known ?? firstInbox);
  }, [firstInbox]);

  const first: Screen = beginsInInbox === true ? "inbox" : "agent";
  return { screen: screenShown(chosen, isNarrow, first), isNarrow, show };
}

function screenShown(chosen: Screen, isNarrow: boolean, first: Screen): Screen {
  if (chosen === "ledger" || chosen === "fleet") return chosen;
  if (!isNarrow) return "command";
  return chosen === "command" ? first : chosen;
}
