"use client";

import { useCallback, useEffect, useState } from "react";
import { recallConfirming, rememberConfirming, workspaceOfDeposit } from "./deposit-memory.ts";

/** The parameters of the page's address. */
export interface Address {
  readonly workspaceId: string;
  /** The checkout that the browser returned from. */
  readonly depositSession: string | null;
  readonly depositCancelled: boolean;
}

/** Reads the address in the browser and then removes all but the workspace, so that a reload repeats nothing. */
export function useAddress(): {
  readonly address: Address | null;
  openWorkspace(workspaceId: string): void;
} {
  const [address, setAddress] = useState<Address | null>(null);
  useEffect(() => {
    const read = readAddress();
    rememberConfirming(read.depositSession);
    setAddress(read);
    showWorkspace(read.workspaceId, "replace");
    const goBack = (): void => setAddress(readAddress());
    addEventListener("popstate", goBack);
    return () => removeEventListener("popstate", goBack);
  }, []);
  const openWorkspace = useCallback((workspaceId: string) => {
    rememberConfirming(null);
    setAddress({ workspaceId, depositSession: null, depositCancelled: false });
    showWorkspace(workspaceId, "push");
  }, []);
  return { address, openWorkspace };
}

function readAddress(): Address {
  const query = new URLSearchParams(location.search);
  const returned = query.get("deposit_session");
  const depositCancelled = query.has("deposit_cancelled");
  const named = query.get("workspaceId")?.trim();
  const remembered =
    returned !== null || depositCancelled ? workspaceOfDeposit(returned) : undefined;
  return {
    workspaceId: named || remembered || "demo",
    depositSession: returned ?? recallConfirming(),
    depositCancelled,
  };
}

function showWorkspace(workspaceId: string, how: "replace" | "push"): void {
  const { pathname, hash } = location;
  const address = `${pathname}?${new URLSearchParams({ workspaceId })}${hash}`;
  if (how === "push") history.pushState(null, "", address);
  // The router's own state stays, otherwise it ignores a return to this entry.
  else history.replaceState(history.state, "", address);
}
