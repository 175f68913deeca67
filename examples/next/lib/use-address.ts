"use client";

import { type DepositReturn, readDepositReturn } from "@agent-treasury/react/command-centre";
import { useCallback, useEffect, useState } from "react";

/** The parameters of the page's address. */
export interface Address {
  readonly workspaceId: string;
  readonly deposit: DepositReturn | undefined;
}

/** Reads the address in the browser and then removes all but the workspace, so that a reload repeats nothing. */
export function useAddress(): {
  readonly address: Address | null;
  openWorkspace(workspaceId: string): void;
} {
  const [address, setAddress] = useState<Address | null>(null);
  useEffect(() => {
    const read = readAddress();
    setAddress(read);
    showWorkspace(read.workspaceId, "replace");
    const goBack = (): void => setAddress(readAddress());
    addEventListener("popstate", goBack);
    return () => removeEventListener("popstate", goBack);
  }, []);
  const openWorkspace = useCallback((workspaceId: string) => {
    setAddress({ workspaceId, deposit: undefined });
    showWorkspace(workspaceId, "push");
  }, []);
  return { address, openWorkspace };
}

function readAddress(): Address {
  const query = new URLSearchParams(location.search);
  const deposit = readDepositReturn(query);
  const named = query.get("workspaceId")?.trim();
  return { workspaceId: named || deposit.workspaceId || "demo", deposit };
}

function showWorkspace(workspaceId: string, how: "replace" | "push"): void {
  const { pathname, hash } = location;
  const address = `${pathname}?${new URLSearchParams({ workspaceId })}${hash}`;
  if (how === "push") history.pushState(null, "", address);
  // The router's own state stays, otherwise it ignores a return to this entry.
  else history.replaceState(history.state, "", address);
}
