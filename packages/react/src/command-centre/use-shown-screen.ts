"use client";

import { useEffect, useState } from "react";
import { useNarrow } from "../hooks/use-narrow.ts";
import { useTreasury } from "../provider/use-treasury.ts";
import { ownScreens, type Screen, screenLabels } from "./screens.ts";

export interface ShownScreen {
  readonly screen: Screen;
  readonly isNarrow: boolean;
}

interface ShownScreenOptions {
  readonly proposalId?: string | undefined;
  documentTitle?(screenLabel: string, pendingCount: number): string;
}

/** Returns the named screen, as far as the window has room for it, and sets the document's title. */
export function useShownScreen(
  named: Screen,
  { documentTitle, proposalId }: ShownScreenOptions,
): ShownScreen {
  const isNarrow = useNarrow();
  const { state } = useTreasury();
  const firstInbox = state === undefined ? null : state.pendingCount > 0;
  const [beginsInInbox, setBeginsInInbox] = useState(firstInbox);
  useEffect(() => {
    // Spends that wait when the page opens are shown first. A later one does not change the screen.
    setBeginsInInbox((known) => known ?? firstInbox);
  }, [firstInbox]);

  // Until it is known, the inbox shows placeholders.
  const beginsWithAgent = (beginsInInbox ?? firstInbox) === false && proposalId === undefined;
  const first: Screen = beginsWithAgent ? "agent" : "inbox";
  const screen = screenShown(named, isNarrow, first);
  const pendingCount = state?.pendingCount ?? 0;
  const title = documentTitle?.(screenLabels[screen], pendingCount);
  useEffect(() => {
    if (title !== undefined) document.title = title;
  }, [title]);
  return { screen, isNarrow };
}

function screenShown(named: Screen, isNarrow: boolean, first: Screen): Screen {
  if (ownScreens.some((screen) => screen === named)) return named;
  if (!isNarrow) return "command";
  return named === "command" ? first : named;
}
