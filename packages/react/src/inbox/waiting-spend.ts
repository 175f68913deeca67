const followedMs = 3000;

/** Returns the id of a pending spend's card in the inbox, to which other components lead. */
export function waitingSpendId(proposalId: string): string {
  return `at-waiting-${proposalId}`;
}

/** Moves the focus to the card on which a spend is decided, and the card into view. */
export function focusWaitingSpend(proposalId: string): void {
  cardOf(proposalId)?.focus({ focusVisible: true, preventScroll: true });
  follow(proposalId);
}

/** Moves the card of a new spend into view, unless the person works on another card. */
export function showWaitingSpend(proposalId: string): void {
  if (document.activeElement?.closest(`[id^="${waitingSpendId("")}"]`) == null) follow(proposalId);
}

function cardOf(proposalId: string): HTMLElement | null | undefined {
  return document.getElementById(waitingSpendId(proposalId))?.querySelector("article");
}

/**
 * Aligns a card to the top, also when it appears later or cards change their height because their
 * explanations arrive. Ends when the person scrolls, clicks or moves the focus.
 */
function follow(proposalId: string): void {
  const ended = new AbortController();
  const align = (): void => cardOf(proposalId)?.scrollIntoView();
  const changes = new MutationObserver(align);
  const stop = (event?: Event): void => {
    // Typing a message does not scroll.
    if (event?.type === "keydown" && event.target instanceof HTMLTextAreaElement) return;
    ended.abort();
    changes.disconnect();
  };
  changes.observe(document.body, { childList: true, subtree: true });
  for (const input of ["wheel", "touchmove", "pointerdown", "keydown", "focusin"]) {
    addEventListener(input, stop, { signal: ended.signal, passive: true });
  }
  setTimeout(stop, followedMs);
  align();
}
