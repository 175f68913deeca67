import { setTimeout as sleep } from "node:timers/promises";
import type { Storage } from "@agent-treasury/provider";
import { commitOn, headIn } from "../../packages/testing/src/commits.ts";

const workspaceId = "probe";
const pauseMs = 50;

/** Commits every 50 ms in a workspace of its own. */
export interface CommitProbe {
  /** Returns how long no commit succeeded, since the previous call. */
  longestGapMs(): number;
  /** Resolves when a commit that began after this call has succeeded. */
  untilCommitted(): Promise<void>;
  end(): Promise<void>;
}

export function startProbe(storage: Storage): CommitProbe {
  const over = new AbortController();
  let last = performance.now();
  let gap = 0;
  const numbers = { begun: 0, committed: 0 };
  const committing = (async (): Promise<void> => {
    while (!over.signal.aborted) {
      const number = (numbers.begun += 1);
      if (await commitOnce(storage)) {
        gap = Math.max(gap, performance.now() - last);
        last = performance.now();
        numbers.committed = number;
      }
      await sleep(pauseMs);
    }
  })();
  return {
    longestGapMs: () => {
      const found = Math.max(gap, performance.now() - last);
      gap = 0;
      return Math.round(found);
    },
    untilCommitted: async () => {
      const { begun } = numbers;
      while (numbers.committed <= begun) await sleep(pauseMs);
    },
    end: async () => {
      over.abort();
      await committing;
    },
  };
}

async function commitOnce(storage: Storage): Promise<boolean> {
  const head = await headIn(storage, workspaceId).catch(() => undefined);
  if (head === undefined) return false;
  const commit = commitOn(workspaceId, head?.version ?? 0n);
  const [outcome] = await storage.commit([commit]).catch(() => []);
  return outcome?.kind === "committed";
}
