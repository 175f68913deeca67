"use client";

import { useEffect, useState } from "react";
import { invitationIn } from "./invitation-link.ts";

/** Returns the invitation with which the page was opened. When done, the address loses it. */
export function useInvitation(): readonly [token: string | null, done: () => void] {
  const [token, setToken] = useState<string | null>(null);
  useEffect(() => {
    const read = (): void => setToken(invitationIn(location));
    read();
    addEventListener("hashchange", read);
    return () => removeEventListener("hashchange", read);
  }, []);
  const done = (): void => {
    setToken(null);
    // The router's own state stays, otherwise it ignores a return to this entry.
    history.replaceState(history.state, "", location.pathname + location.search);
  };
  return [token, done];
}
