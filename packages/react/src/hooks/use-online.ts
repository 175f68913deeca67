"use client";

import { useSyncExternalStore } from "react";

/** Whether the browser has a network at all. Without one nothing is asked, so nothing fails either. */
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
