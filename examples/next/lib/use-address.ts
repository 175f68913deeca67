"use client";

import { type DepositReturn, readDepositReturn } from "@agent-treasury/react/command-centre";
import { useCallback, useEffect, useState } from "react";

/** The parameters of the page's address. */
export interface Address {
  readonly workspaceId: string;
  /** The spend to which a message to an approver links. */
  readonly proposalId: string | undefined;
  readonly deposit: DepositReturn | undefined;
}

/**
 * Reads the address in the browser and then removes all but the workspace and the linked spend, so that a reload
 * repeats nothing.
 */
export function useAddress(): {
  readonly address: Address | null;
  openWorkspace(workspaceId: string): void;
} {
  const [address, setAddress] = useState<Address | null>(null);
  useEffect(() => {
    const read = readAddress();
    setAddress(read);
    showAddress(read, "replace");
    const goBack = (): void => setAddress(readAddress());
    addEventListener("popstate", goBack);
    return () => removeEventListener("popstate", goBack);
  }, []);
  const openWorkspace = useCallback((workspaceId: string) => {
    const next = { workspaceId, proposalId: undefined, deposit: undefined };
    setAddress(next);
    showAddress(next, "push");
  }, []);
  return { address, openWorkspace };
}

function readAddress(): Address {
  const query = new URLSearchParams(location.search);
  const deposit = readDepositReturn(query);
  // Messages to approvers link to `?workspace=…&proposal=…`.
  const named = (query.get("workspaceId") ?? query.get("workspace"))?.trim();
  const proposalId = query.get("proposal") ?? undefined;
  return { workspaceId: named || deposit.workspaceId || "demo", proposalId, deposit };
}

function showAddress({ workspaceId, proposalId }: Address, how: "replace" | "push"): void {
  const { pathname, hash } = location;
  const query = new URLSearchParams({ workspaceId, ...(proposalId && { proposal: proposalId }) });
  const address = `${pathname}?${query}${hash}`;
  if (how === "push") history.pushState(null, "", address);
  // The router's own state stays, otherwise it ignores a return to this entry.
  else history.replaceState(history.state, "", address);
}
