import * as z from "zod";
import type { ToolCounts } from "./turn-system.ts";

/** A tool of a script, which each package wraps in its own way. */
export interface ScriptTool<Given> {
  readonly name: string;
  readonly description: string;
  readonly parameters: z.ZodType<Given>;
  readonly execute: (given: Given) => Promise<Readonly<Record<string, string | number>>>;
}

/** Pays an approved spend, and counts it. */
export function spendingTool(
  counts: ToolCounts,
): ScriptTool<{ amountUsd: number; vendor: string; purpose: string }> {
  return {
    name: "propose_spend",
    description: "Propose to spend money.",
    parameters: z.object({ amountUsd: z.number(), vendor: z.string(), purpose: z.string() }),
    execute: async ({ amountUsd }) => {
      counts.paid += 1;
      return { status: "executed", amountUsd };
    },
  };
}

/** Reads, and counts it. */
export function lookingTool(counts: ToolCounts): ScriptTool<{ shelf: number }> {
  return {
    name: "look_up",
    description: "Look at a shelf.",
    parameters: z.object({ shelf: z.number() }),
    execute: async ({ shelf }) => {
      counts.lookedUp += 1;
      return { shelf, items: 3 };
    },
  };
}
