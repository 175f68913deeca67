import type { TreasuryAccess } from "@agent-treasury/tools";

/** One run of an agent whose scripted model proposes a spend, until the run stops for approval. */
export interface MeasuredFramework {
  readonly name: string;
  /** With a tool that needs the framework's own approval. */
  own(purpose: string): Promise<void>;
  /** With the treasury's tools. */
  proposed(access: TreasuryAccess, purpose: string): Promise<void>;
}

export function spendOf(purpose: string) {
  return { amountUsd: 24, vendor: "Example Cloud", purpose };
}
