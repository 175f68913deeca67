"use client";

import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Returns false on the server and during hydration, so that the first markup is the same in both. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
