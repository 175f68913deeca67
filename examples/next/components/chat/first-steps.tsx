"use client";

import { ArrowUpRight } from "lucide-react";
import type { ReactNode } from "react";
import { useTreasury } from "../../lib/use-treasury.ts";
import styles from "./first-steps.module.css";

/** Three directives that show, between them, everything that can become of a spend. */
const suggestions = [
  {
    directive: "Buy a domain from Namecheap for $24",
    what: "You decide: it is more than policy lets through.",
  },
  {
    directive: "Buy stickers from Sticker Mule for $4",
    what: "Policy decides: small and safe, it is paid at once.",
  },
  {
    directive: "Buy a server from Hetzner for $75",
    what: "Blocked: it is over the limit of one spend.",
  },
];

interface FirstStepsProps {
  onSay(directive: string): void;
  readonly isDisabled: boolean;
}

/** What to try, for who sees the page for the first time. */
export function FirstSteps({ onSay, isDisabled }: FirstStepsProps): ReactNode {
  const { state } = useTreasury();
  return (
    <div className={styles.first}>
      <h3>Tell the agent to buy something</h3>
      <p className="soft">
        It asks for money and never takes any: rules decide, or you do. Three things to try:
      </p>
      {state !== undefined && state.availableUsd <= 0 && (
        <p className={styles.poor}>There is nothing to spend yet: add money first.</p>
      )}
      <ul className={styles.list}>
        {suggestions.map(({ directive, what }) => (
          <li key={directive}>
            <button
              type="button"
              className={styles.suggestion}
              disabled={isDisabled}
              onClick={() => onSay(directive)}
            >
              <span className={styles.directive}>{directive}</span>
              <span className={styles.what}>{what}</span>
              <ArrowUpRight size={16} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
