"use client";

import { useEffect, useState } from "react";
import { invitationIn } from "./invitation-link.ts";

/** Returns the invitation with which the page was opened, and removes it from the address. */
export function useInvitation(): readonly [token: string | null, done: () => void] {
  const [token, setToken] = useState<string | null>(null);
  useEffect(() => {
    const read = (): void => {
      const invitation = invitationIn(location);
      if (invitation === null) return;
      setToken(invitation);
      // The router's own state stays, otherwise it ignores a return to this entry.
      history.replaceState(history.state, "", location.pathname + location.search);
    };
    read();
    addEventListener("hashchange", read);
    return () => removeEventListener("hashchange", read);
  }, []);
  return [token, () => setToken(null)];
}
