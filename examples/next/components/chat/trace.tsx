"use client";

import type { ReactNode } from "react";
import { eventTexts } from "../../lib/event-text.ts";
import type { Turn } from "../../lib/turns/turn.ts";
import { useNarrow } from "../../lib/use-narrow.ts";
import { Disclosure } from "../parts/disclosure.tsx";
import styles from "./trace.module.css";

interface TraceProps {
  readonly turn: Turn;
}

export function Trace({ turn }: TraceProps): ReactNode {
  const isNarrow = useNarrow();
  const steps = eventTexts(turn.events);
  if (steps.length === 0) return null;
  return (
    <div className={styles.trace}>
      <Disclosure
        summary={`${steps.length} ${steps.length === 1 ? "step" : "steps"}`}
        open={!isNarrow}
      >
        <ol className={styles.steps}>
          {steps.map(({ id, label, text, tone }) => (
            <li key={id} data-tone={tone}>
              <span className={styles.label}>{label}</span>{" "}
              <bdi className={styles.text}>{text}</bdi>
            </li>
          ))}
        </ol>
      </Disclosure>
    </div>
  );
}
