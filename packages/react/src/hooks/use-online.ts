"use client";

import { useSyncExternalStore } from "react";

/** Returns whether the browser has a network. SWR sends no requests without one, so none fails. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    (tell) => {
      addEventListener("online", tell);
      addEventListener("offline", tell);
      return () => {
        removeEventListener("online", tell);
        removeEventListener("offline", tell);
      };
    },
    () => navigator.onLine,
    () => true,
  );
}
