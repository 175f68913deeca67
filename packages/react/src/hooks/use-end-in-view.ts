"use client";

import { type RefObject, type UIEvent, useEffect, useRef } from "react";

const nearEndPixels = 80;

/** Refs and handlers that keep the end of growing content in view. */
export interface EndInView {
  /** The scrolling element. */
  readonly box: RefObject<HTMLDivElement | null>;
  /** The growing element in it. */
  readonly content: RefObject<HTMLDivElement | null>;
  onScroll(event: UIEvent<HTMLDivElement>): void;
  /** Scrolls to the end and stays there. */
  follow(): void;
}

/** Keeps the end of a conversation in view while it grows. A reader further up stays there. */
export function useEndInView(followsAtFirst: boolean): EndInView {
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const isFollowing = useRef(followsAtFirst);
  const lastTop = useRef(0);

  useEffect(() => {
    if (box.current === null || content.current === null) return;
    const sizes = new ResizeObserver(() => {
      if (isFollowing.current) box.current?.scrollTo({ top: box.current.scrollHeight });
    });
    sizes.observe(box.current);
    sizes.observe(content.current);
    return () => sizes.disconnect();
  }, []);

  return {
    box,
    content,
    onScroll: ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
      if (scrollHeight - scrollTop - clientHeight < nearEndPixels) isFollowing.current = true;
      // Content that grows also increases the distance to the end. Only scrolling up is the user's own.
      else if (scrollTop < lastTop.current) isFollowing.current = false;
      lastTop.current = scrollTop;
    },
    follow: () => {
      isFollowing.current = true;
    },
  };
}
