"use client";

import { ArrowUpRight } from "lucide-react";
import type { ReactNode } from "react";
import { useTreasury } from "../provider/use-treasury.ts";
import styles from "./first-steps.module.css";

/** Three messages that show, between them, everything that can become of a spend. */
const suggestions = [
  {
    message: "Buy a domain from Namecheap for $24",
    what: "Needs your approval, because it is over the auto-approval limit.",
  },
  {
    message: "Buy stickers from Sticker Mule for $4",
    what: "Approved automatically, because it is small and you name the payee.",
  },
  {
    message: "Buy a server from Hetzner for $75",
    what: "Denied, because it is over the limit for one spend.",
  },
];

interface FirstStepsProps {
  onSay(message: string): void;
  readonly isDisabled: boolean;
}

export function FirstSteps({ onSay, isDisabled }: FirstStepsProps): ReactNode {
  const { state } = useTreasury();
  return (
    <div className={styles.first}>
      <h3>Ask the agent to buy something</h3>
      <p className="at-soft">
        The agent proposes each spend. Rules or an approver decide. Try one of these:
      </p>
      {state !== undefined && state.availableUsd <= 0 && (
        <p className={styles.poor}>The balance is empty. Add money first.</p>
      )}
      <ul className={styles.list}>
        {suggestions.map(({ message, what }) => (
          <li key={message}>
            <button
              type="button"
              className={styles.suggestion}
              disabled={isDisabled}
              onClick={() => onSay(message)}
            >
              <span className={styles.message}>{message}</span>
              <span className={styles.what}>{what}</span>
              <ArrowUpRight size={16} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
