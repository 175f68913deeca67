/** Names the place of a spend that waits in the inbox, so that other parts of the page lead there. */
export function waitingSpendId(proposalId: string): string {
  return `waiting-${proposalId}`;
}

/** Goes to the card on which a spend is decided. */
export function focusWaitingSpend(proposalId: string): void {
  document
    .getElementById(waitingSpendId(proposalId))
    ?.querySelector("article")
    ?.focus({ focusVisible: true });
}
