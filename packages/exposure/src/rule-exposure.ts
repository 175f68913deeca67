import type {
  ComputedExposure,
  ExposureComputation,
  ExposureQuestion,
} from "@agent-treasury/contract";
import { computeExposure } from "./exposure-report.ts";

/** Less than the service waits before it answers that it is busy. */
const longestMs = 25_000;
const memoryMb = 512;

const tooLong = `The computation takes more than ${longestMs / 1_000} s or ${memoryMb} MB here. Run \`agent-treasury rules exposure\`, with \`--agent\` for one agent.`;

/** What the worker posts. */
export type WorkerAnswer = { readonly found: ComputedExposure } | { readonly failure: string };

/**
 * The option `exposure` of `createTreasury`, with which `rules.validate` reports the most that an
 * agent can spend. It computes in a worker thread, with limits of time and memory, so that other
 * requests are answered. A runtime without worker threads computes in its only thread, without them.
 *
 * @example
 * const treasury = createTreasury({ storage, exposure: ruleExposure });
 */
export const ruleExposure: ExposureComputation = async (question) => {
  const threads = await import("node:worker_threads").catch(() => null);
  const answer = threads === null ? null : await answerOfWorker(threads, question);
  if (answer === null) return computeExposure(question);
  if ("failure" in answer) throw new Error(answer.failure);
  return answer;
};

type Threads = typeof import("node:worker_threads");
type Answer = ComputedExposure | { readonly problem: string } | { readonly failure: string };

/** Null if no worker started, for example because a bundler left its file out. */
function answerOfWorker({ Worker }: Threads, question: ExposureQuestion): Promise<Answer | null> {
  const isSource = import.meta.url.endsWith(".ts");
  const file = new URL(isSource ? "./worker.ts" : "./worker.js", import.meta.url);
  return new Promise((resolve) => {
    try {
      const worker = new Worker(file, {
        workerData: question,
        resourceLimits: { maxOldGenerationSizeMb: memoryMb },
        // The sources of a workspace import each other by this condition.
        ...(isSource && { execArgv: ["--no-warnings", "--conditions=@agent-treasury/source"] }),
      });
      const end = (answer: Answer | null): void => {
        clearTimeout(timer);
        resolve(answer);
        void worker.terminate();
      };
      const timer = setTimeout(() => end({ problem: tooLong }), longestMs);
      worker.once("message", (answer: WorkerAnswer) =>
        end("found" in answer ? answer.found : answer),
      );
      worker.once("error", (error: NodeJS.ErrnoException) =>
        end(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? { problem: tooLong } : null),
      );
    } catch {
      resolve(null);
    }
  });
}
