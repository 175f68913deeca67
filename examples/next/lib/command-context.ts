"use client";

import type { TreasuryClient } from "@agent-treasury/sdk-client";
import type { PageSession } from "@agent-treasury/server";
import { createContext, useContext } from "react";

/** What every part of the command centre stands on. */
export interface Command {
  /** Bound to the workspace. */
  readonly client: TreasuryClient;
  readonly workspaceId: string;
  /** Opens another workspace. */
  openWorkspace(workspaceId: string): void;
  readonly session: PageSession;
  /** Who decides: whoever signed in, else the name that was typed here. */
  readonly operatorName: string;
  nameOperator(name: string): void;
  /** Says something for good: to the eye in a notice, and to who listens. */
  announce(words: string, tone?: "good" | "bad"): void;
  /** Shows the workspace as if the page had just been opened, after a reset. */
  beginAnew(): void;
}

/** Provided by `CommandCentre`. */
export const CommandContext = createContext<Command | null>(null);

/** What the command centre stands on. */
export function useCommand(): Command {
  const command = useContext(CommandContext);
  if (command === null) throw new Error("useCommand works within the command centre alone.");
  return command;
}
