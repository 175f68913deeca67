"use client";

import { useState } from "react";
import { failureText } from "../format/failure-text.ts";

/** One request at a time, with the reason of the last failure. */
export interface Task {
  readonly isBusy: boolean;
  readonly problem: string | null;
  /** Resolves to whether the request succeeded. */
  run(request: () => Promise<void>): Promise<boolean>;
  setProblem(problem: string | null): void;
}

/** A request that changes nothing takes `readFailureText`. */
export function useTask(textOf: (error: unknown) => string = failureText): Task {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const run = async (request: () => Promise<void>): Promise<boolean> => {
    setBusy(true);
    setProblem(null);
    try {
      await request();
      return true;
    } catch (error) {
      setProblem(textOf(error));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, problem, run, setProblem };
}
