import { recall, remember } from "../support/browser-memory.ts";
import type { Turn } from "./turn.ts";

const turnsKept = 20;

/** The turns that this tab had before its page was loaded again. */
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

/** Keeps the newest turns for this tab. */
export function rememberTurns(workspaceId: string, turns: readonly Turn[]): void {
  remember(keyOf(workspaceId), JSON.stringify(turns.slice(-turnsKept)));
}

function keyOf(workspaceId: string): string {
  return `treasury.turns.${workspaceId}`;
}
