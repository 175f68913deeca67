"use client";

import { usePathname } from "next/navigation";
import { useEffect, useState } from "react";
import { basePath } from "./base-path.ts";
import { ownScreens, type Screen, screenAt, screens } from "./screens.ts";
import { useNarrow } from "./use-narrow.ts";
import { useTreasury } from "./use-treasury.ts";

/** The screen that the address names, and a function that changes both. */
export interface ShownScreen {
  readonly screen: Screen;
  readonly isNarrow: boolean;
  show(screen: Screen): void;
}

/** Returns the screen that the address names, as far as the window has room for it. */
export function useScreen(): ShownScreen {
  const isNarrow = useNarrow();
  const { state } = useTreasury();
  const [, , ...segments] = usePathname().split("/");
  const named = screenAt(segments)?.screen ?? "command";
  const firstInbox = state === undefined ? null : state.pendingCount > 0;
  const [beginsInInbox, setBeginsInInbox] = useState(firstInbox);
  useEffect(() => {
    // Spends that wait when the page opens are shown first. A later one does not change the screen.
    setBeginsInInbox((known) => known ?? firstInbox);
  }, [firstInbox]);

  const first: Screen = beginsInInbox === true ? "inbox" : "agent";
  const screen = screenShown(named, isNarrow, first);
  const waiting = state?.pendingCount ?? 0;
  useEffect(() => {
    const count = waiting === 0 ? "" : `(${waiting}) `;
    document.title = `${count}${screens[screen].label} · Agent Treasury`;
  }, [screen, waiting]);
  return { screen, isNarrow, show };
}

function show(screen: Screen): void {
  history.pushState(null, "", basePath + screens[screen].path + location.search);
}

function screenShown(named: Screen, isNarrow: boolean, first: Screen): Screen {
  if (ownScreens.some((screen) => screen === named)) return named;
  if (!isNarrow) return "command";
  return named === "command" ? first : named;
}
