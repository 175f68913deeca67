"use client";

import { type FocusEvent, type RefObject, useEffect, useRef } from "react";

/**
 * Keeps the focus near when the element that has it is taken away, as a card is that somebody else
 * decided: a browser would begin at the page's top again.
 *
 * @param fallback - What gets the focus then.
 * @param shown - Changes with what is there to have the focus.
 */
export function useKeptFocus(
  fallback: RefObject<HTMLElement | null>,
  shown: string,
): { onFocus(): void; onBlur(event: FocusEvent): void } {
  const isInside = useRef(false);
  useEffect(() => {
    if (isInside.current && document.activeElement === document.body) fallback.current?.focus();
  }, [fallback, shown]);
  return {
    onFocus: () => {
      isInside.current = true;
    },
    onBlur: ({ currentTarget, relatedTarget }) => {
      // An element that is taken away loses the focus to nothing.
      if (relatedTarget !== null) isInside.current = currentTarget.contains(relatedTarget);
    },
  };
}
