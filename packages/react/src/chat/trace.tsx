"use client";

import type { ReactNode } from "react";
import { useNarrow } from "../hooks/use-narrow.ts";
import { Disclosure } from "../parts/disclosure.tsx";
import { Facts } from "../parts/facts.tsx";
import { eventTexts } from "./event-text.ts";
import type { Turn } from "./turn.ts";
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
          {steps.map(({ id, label, text, tone, values = [], raw }) => (
            <li key={id} data-tone={tone}>
              <span className={styles.label}>{label}</span>{" "}
              {text !== "" && <bdi className={styles.text}>{text}</bdi>}
              {values.length > 0 && <Facts facts={values} />}
              {raw !== undefined && (
                <Disclosure summary="Raw data">
                  <pre className={styles.raw}>{raw}</pre>
                </Disclosure>
              )}
            </li>
          ))}
        </ol>
      </Disclosure>
    </div>
  );
}
