import { recall, remember } from "../support/browser-memory.ts";
import type { Turn } from "./turn.ts";

const turnsKept = 20;

/** Returns the turns that this tab stored. */
export function recallTurns(workspaceId: string): readonly Turn[] {
  const text = recall(keyOf(workspaceId));
  if (text === null) return [];
  try {
    const turns = JSON.parse(text) as readonly Turn[];
    return turns.map((turn) =>
      turn.status === "running" && turn.turnId === null ? { ...turn, status: "lost" } : turn,
    );
  } catch {
    return [];
  }
}

/** Stores the newest turns for this tab. */
export function rememberTurns(workspaceId: string, turns: readonly Turn[]): void {
  remember(keyOf(workspaceId), JSON.stringify(turns.slice(-turnsKept)));
}

function keyOf(workspaceId: string): string {
  return `treasury.turns.${workspaceId}`;
}
