"use client";

import type { TreasuryState, Verification } from "@agent-treasury/sdk-client";
import { LoaderCircle, ShieldAlert, ShieldCheck } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { readFailureText } from "../format/failure-text.ts";
import { formatMoment } from "../format/moment.ts";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { useTreasury } from "../provider/use-treasury.ts";
import styles from "./ledger.module.css";

/** A longer ledger takes a while to verify, so the page waits for a click. */
const verifiedByItself = 2000;

type ScheduledResult = NonNullable<TreasuryState["verification"]>;

interface ChainStatusProps {
  readonly newestSequence: number;
}

export function ChainStatus({ newestSequence }: ChainStatusProps): ReactNode {
  const { client } = useTreasuryContext();
  const scheduled = useTreasury().state?.verification ?? null;
  const [found, setFound] = useState<Verification | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [asked, setAsked] = useState(0);
  const isWanted = asked > 0 || newestSequence <= verifiedByItself;

  useEffect(() => {
    if (!isWanted) return;
    const giveUp = new AbortController();
    setProblem(null);
    client.treasury.verify({}, { signal: giveUp.signal }).then(setFound, (error: unknown) => {
      if (!giveUp.signal.aborted) setProblem(readFailureText(error));
    });
    return () => giveUp.abort();
  }, [asked, client, isWanted, newestSequence]);

  const verifyAgain = (
    <button type="button" className="at-button" onClick={() => setAsked(asked + 1)}>
      {found === null && problem === null ? "Verify the chain" : "Verify again"}
    </button>
  );
  return (
    <>
      <span
        role="status"
        className={styles.chain}
        data-valid={problem === null ? found?.valid : false}
      >
        {problem !== null ? (
          <>
            <ShieldAlert size={16} aria-hidden="true" /> {problem}
          </>
        ) : found === null ? (
          isWanted && (
            <>
              <LoaderCircle size={16} aria-hidden="true" /> Verifying the chain…
            </>
          )
        ) : (
          <Report found={found} />
        )}
      </span>
      {scheduled !== null && (scheduled.problem !== null || !isWanted) && (
        <span className={styles.chain} data-valid={scheduled.problem === null}>
          <Scheduled result={scheduled} />
        </span>
      )}
      {verifyAgain}
    </>
  );
}

function Scheduled({ result }: { readonly result: ScheduledResult }): ReactNode {
  const { verifiedAt, problem } = result;
  const Icon = problem === null ? ShieldCheck : ShieldAlert;
  const verdict = problem === null ? "succeeded" : `failed: ${problem}`;
  return (
    <>
      <Icon size={16} aria-hidden="true" />
      The scheduled verification of {formatMoment(verifiedAt)} {verdict}
    </>
  );
}

function Report({ found }: { readonly found: Verification }): ReactNode {
  const { valid, entriesChecked, problem, headHash, notice } = found;
  if (!valid) {
    return (
      <>
        <ShieldAlert size={16} aria-hidden="true" /> Verification failed: {problem}
      </>
    );
  }
  return (
    <>
      <ShieldCheck size={16} aria-hidden="true" />
      <span title={notice}>
        Verified: {entriesChecked} {entriesChecked === 1 ? "entry" : "entries"} recomputed
      </span>
      <code title={headHash}>{headHash.slice(0, 10)}</code>
    </>
  );
}
