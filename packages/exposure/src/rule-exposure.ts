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

/** What the worker posts. `ready`: its file and all that it imports were found. */
export type WorkerAnswer =
  | "ready"
  | { readonly found: ComputedExposure }
  | { readonly failure: string };

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

export type Threads = Pick<typeof import("node:worker_threads"), "Worker">;
type Answer = ComputedExposure | { readonly problem: string } | { readonly failure: string };

/** Null if no worker was ready, for example because a bundler left its file out. */
export function answerOfWorker(
  { Worker }: Threads,
  question: ExposureQuestion,
): Promise<Answer | null> {
  return new Promise((resolve) => {
    try {
      // The address is missing in a bundle of CommonJS. There, a general name could be another worker's.
      const isSource = import.meta.url.endsWith(".ts");
      const name = isSource ? "./exposure-worker.ts" : "./exposure-worker.js";
      const file = new URL(name, import.meta.url);
      const worker = new Worker(file, {
        workerData: question,
        resourceLimits: { maxOldGenerationSizeMb: memoryMb },
        // The sources of a workspace import each other by this condition.
        ...(isSource && { execArgv: ["--no-warnings", "--conditions=@agent-treasury/source"] }),
      });
      let isReady = false;
      const end = (answer: Answer): void => {
        clearTimeout(timer);
        resolve(isReady ? answer : null);
        void worker.terminate();
      };
      const timer = setTimeout(() => end({ problem: tooLong }), longestMs);
      timer.unref();
      worker.on("message", (answer: WorkerAnswer) => {
        if (answer === "ready") isReady = true;
        else end("found" in answer ? answer.found : answer);
      });
      worker.once("error", (error: NodeJS.ErrnoException) =>
        end(
          error.code === "ERR_WORKER_OUT_OF_MEMORY"
            ? { problem: tooLong }
            : { failure: error.message },
        ),
      );
      worker.once("exit", (code) => end({ failure: `The worker thread ended with ${code}.` }));
    } catch {
      resolve(null);
    }
  });
}
