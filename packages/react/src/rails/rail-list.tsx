"use client";

import type { Rail } from "@agent-treasury/sdk-client";
import { type ReactNode, useId } from "react";
import { formatUsd } from "../format/usd.ts";
import { Problem } from "../parts/problem.tsx";
import { RailComparison } from "./rail-comparison.tsx";
import { assetsText, balanceOf, heldText, railStatus } from "./rail-text.ts";
import { isHidden, useRails } from "./use-rails.ts";
import styles from "./rails.module.css";

/** Accounts of payment executors, with the balance beside what is held. Nothing without an executor. */
export function RailList(): ReactNode {
  const id = useId();
  const { data, error, mutate } = useRails();
  const isMissing = data === undefined && (error === undefined || isHidden(error));
  if (isMissing || data?.rails.length === 0) return null;
  return (
    <section className={`at-card ${styles.rails}`} aria-labelledby={id}>
      <h2 id={id}>Rails</h2>
      {data === undefined && (
        <Problem
          title="Balances could not be loaded."
          error={error}
          onAgain={() => void mutate()}
        />
      )}
      <ul className={styles.list}>
        {data?.rails.map((rail) => (
          <li key={rail.rail}>
            <RailRow rail={rail} />
          </li>
        ))}
      </ul>
      {data?.isComplete === false && (
        <p className="at-soft at-small">Not all payments in flight are counted.</p>
      )}
      {data?.rails.some(({ canReconcile }) => canReconcile) === true && <RailComparison />}
    </section>
  );
}

function RailRow({ rail }: { readonly rail: Rail }): ReactNode {
  const status = railStatus(rail);
  const balance = balanceOf(rail);
  return (
    <article className={styles.rail} aria-label={rail.rail}>
      <h3>
        <bdi>{rail.rail}</bdi>
        {rail.mode !== null && !["live", rail.rail].includes(rail.mode) && (
          <span className={styles.mode}>{rail.mode}</span>
        )}
        {status !== null && (
          <span className={styles.status} data-status={status.level}>
            {status.text}
          </span>
        )}
      </h3>
      <dl className={styles.figures}>
        <div>
          <dt>Balance</dt>
          <dd className="at-number">{balance === null ? "–" : formatUsd(balance)}</dd>
          <dd className={styles.hint}>{assetsText(rail)}</dd>
        </div>
        <div>
          <dt>Held</dt>
          <dd className="at-number">{formatUsd(rail.heldUsd)}</dd>
          <dd className={styles.hint}>{heldText(rail)}</dd>
        </div>
      </dl>
      {rail.problem !== null && <p className="at-problem">{rail.problem}</p>}
    </article>
  );
}
