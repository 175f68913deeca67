"use client";

import { type RefObject, useRef } from "react";
import { useKeptFocus } from "../hooks/use-kept-focus.ts";

export interface InboxFocus {
  readonly heading: RefObject<HTMLHeadingElement | null>;
  readonly list: RefObject<HTMLUListElement | null>;
  readonly keptFocus: ReturnType<typeof useKeptFocus>;
  /** Moves the focus to the card that takes the place of a decided one. */
  focusNext(decidedIndex: number): void;
}

/** @param shown - Changes with the cards. */
export function useInboxFocus(shown: string): InboxFocus {
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const keptFocus = useKeptFocus(heading, shown);
  const focusNext = (decidedIndex: number): void => {
    setTimeout(() => {
      const cards = list.current?.querySelectorAll<HTMLElement>("article") ?? [];
      const next = cards[Math.min(decidedIndex, cards.length - 1)] ?? heading.current;
      next?.focus({ preventScroll: true });
      next?.scrollIntoView();
    });
  };
  return { heading, list, keptFocus, focusNext };
}
