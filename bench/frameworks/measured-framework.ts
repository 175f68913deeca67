import type { TreasuryAccess } from "@agent-treasury/tools";
import * as z from "zod";

/** Runs an agent whose scripted model proposes a spend, until the run stops for approval. */
export type ProposingAgent = (purpose: string) => Promise<void>;

export interface MeasuredFramework {
  readonly name: string;
  /** Returns an agent with a tool that needs the framework's own approval. */
  own(): ProposingAgent;
  /** Returns an agent with the treasury's tools. */
  withTreasury(access: TreasuryAccess): ProposingAgent;
}

export function spendOf(purpose: string) {
  return { amountUsd: 24, vendor: "Example Cloud", purpose };
}

/** The input of the tool that needs the framework's own approval. */
export const spendSchema = z.strictObject({
  amountUsd: z.number(),
  vendor: z.string(),
  purpose: z.string(),
});

export function requireStopped(isStopped: boolean): void {
  if (!isStopped) throw new Error("The run did not stop for approval.");
}
