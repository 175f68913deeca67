"use client";

import type { ReplayProgressItem, ReplayReport, WrittenRuleSet } from "@agent-treasury/sdk-client";
import { useEffect, useRef, useState } from "react";
import { readFailureText } from "../../format/failure-text.ts";
import { useTreasuryContext } from "../../provider/treasury-context.ts";

/** A finished replay with the rules that it replayed. */
export interface FinishedReplay {
  readonly rules: WrittenRuleSet;
  readonly report: ReplayReport;
}

export interface Replay {
  /** Null unless a replay runs. */
  readonly progress: Pick<ReplayProgressItem, "step" | "proposals" | "share"> | null;
  readonly finished: FinishedReplay | null;
  readonly problem: string | null;
  /**
   * Replays the spends of the last days. A replay that still runs is cancelled.
   *
   * @param days - Null for the whole history.
   */
  start(rules: WrittenRuleSet, days: number | null): void;
  cancel(): void;
}

const dayMs = 86_400_000;
const begun = { step: "read", proposals: 0, share: 0 } as const;

export function useReplay(): Replay {
  const { client } = useTreasuryContext();
  const [progress, setProgress] = useState<Replay["progress"]>(null);
  const [finished, setFinished] = useState<FinishedReplay | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const run = async (rules: WrittenRuleSet, days: number | null): Promise<void> => {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    setProblem(null);
    setProgress(begun);
    try {
      const from = days === null ? undefined : new Date(Date.now() - days * dayMs).toISOString();
      const report = await client.rules.replay(
        { rules, from },
        { signal, onProgress: (item) => !signal.aborted && setProgress(item) },
      );
      setFinished({ rules, report });
    } catch (error) {
      if (!signal.aborted) setProblem(readFailureText(error));
    } finally {
      if (running.current.signal === signal) setProgress(null);
    }
  };
  return {
    progress,
    finished,
    problem,
    start: (rules, days) => void run(rules, days),
    cancel: () => {
      running.current?.abort();
      setProgress(null);
    },
  };
}
