"use client";

import { type FocusEvent, type RefObject, useEffect, useRef } from "react";

/**
 * Keeps the focus nearby when its element is removed, for example a card that another approver decided. Otherwise the
 * browser would continue from the top of the page.
 *
 * @param fallback - The element that receives the focus.
 * @param shown - Changes with the elements that can have the focus.
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
      // A removed element loses the focus without a related target.
      if (relatedTarget !== null) isInside.current = currentTarget.contains(relatedTarget);
    },
  };
}
