/** Returns the id of a pending spend's card in the inbox, to which other components lead. */
export function waitingSpendId(proposalId: string): string {
  return `at-waiting-${proposalId}`;
}

/** Moves the focus to the card on which a spend is decided. */
export function focusWaitingSpend(proposalId: string): void {
  document
    .getElementById(waitingSpendId(proposalId))
    ?.querySelector("article")
    ?.focus({ focusVisible: true });
}
