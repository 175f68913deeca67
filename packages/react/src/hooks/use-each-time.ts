import { useEffect, useRef } from "react";

/** Calls a function after the renders in which a number has increased. */
export function useEachTime(times: number, act: () => void): void {
  const last = useRef(times);
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    if (times <= last.current) return;
    last.current = times;
    latest.current();
  }, [times]);
}
