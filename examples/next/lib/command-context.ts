"use client";

import type { TreasuryClient } from "@agent-treasury/sdk-client";
import type { PageSession } from "@agent-treasury/server";
import { createContext, useContext } from "react";

/** Shared by all components of the command centre. */
export interface Command {
  readonly client: TreasuryClient;
  readonly workspaceId: string;
  openWorkspace(workspaceId: string): void;
  readonly session: PageSession;
  /** The name of the signed-in approver, otherwise the typed name. */
  readonly operatorName: string;
  nameOperator(name: string): void;
  /** Shows a notification. */
  announce(text: string, tone?: "good" | "bad"): void;
  /** Shows the workspace as if the page had just been opened, after a reset. */
  restart(): void;
}

/** Provided by `CommandCentre`. */
export const CommandContext = createContext<Command | null>(null);

/** What the command centre stands on. */
export function useCommand(): Command {
  const command = useContext(CommandContext);
  if (command === null) throw new Error("useCommand works within the command centre alone.");
  return command;
}
