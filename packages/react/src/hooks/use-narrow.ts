"use client";

import { useSyncExternalStore } from "react";

/** Below this width, inbox and agent have no room beside each other; the style sheets have it too. */
const narrow = "(width < 62rem)";

/** Whether the window is too narrow for two columns. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    (tell) => {
      const query = matchMedia(narrow);
      query.addEventListener("change", tell);
      return () => query.removeEventListener("change", tell);
    },
    () => matchMedia(narrow).matches,
    () => false,
  );
}
