"use client";

import { type ReactNode, useMemo } from "react";
import { TreasuryContext, useTreasuryContext } from "./treasury-context.ts";

interface InWorkspaceProps {
  readonly workspaceId: string;
  readonly children: ReactNode;
}

/** Shows components of another workspace, which call the service with its id. */
export function InWorkspace({ workspaceId, children }: InWorkspaceProps): ReactNode {
  const context = useTreasuryContext();
  const value = useMemo(() => ({ ...context, workspaceId }), [context, workspaceId]);
  return <TreasuryContext.Provider value={value}>{children}</TreasuryContext.Provider>;
}
