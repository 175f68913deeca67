"use client";

import { useEffect, useState } from "react";

/** The longest delay of a timer. */
const longestMs = 2_147_483_647;

/** Returns whether a time has come, and renders again when it does. False without a time. */
export function useReached(timestamp: string | null): boolean {
  const [now, setNow] = useState<number | null>(null);
  const at = timestamp === null ? Number.POSITIVE_INFINITY : Date.parse(timestamp);
  useEffect(() => {
    const left = at - Date.now();
    // A page from a server has no time of its own.
    setNow(Date.now());
    if (left <= 0 || left > longestMs) return;
    const timer = setTimeout(() => setNow(Date.now()), left);
    return () => clearTimeout(timer);
  }, [at]);
  return now !== null && now >= at;
}
