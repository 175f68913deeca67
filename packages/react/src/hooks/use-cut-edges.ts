"use client";

import { type RefObject, useEffect } from "react";

/** Less than 1, because a fraction of a pixel is not a hidden text. */
const nearlyAll = 0.95;

/**
 * Sets `data-cut-start` and `data-cut-end` of a list's parent while the list cuts items at that edge.
 *
 * @param items - Changes with the first and the last item.
 */
export function useCutEdges(
  list: RefObject<HTMLElement | null>,
  selector: string,
  items: string,
): void {
  useEffect(() => {
    const root = list.current;
    const found = root?.querySelectorAll(selector) ?? [];
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, intersectionRatio } of entries) {
          const edge = target === found[0] ? "start" : "end";
          root?.parentElement?.toggleAttribute(`data-cut-${edge}`, intersectionRatio < nearlyAll);
        }
      },
      { root, threshold: nearlyAll },
    );
    for (const item of [found[0], found[found.length - 1]]) if (item) observer.observe(item);
    return () => observer.disconnect();
  }, [list, selector, items]);
}
