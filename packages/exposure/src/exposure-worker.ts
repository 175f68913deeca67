import { parentPort, workerData } from "node:worker_threads";
import type { ExposureQuestion } from "@agent-treasury/contract";
import { computeExposure } from "./exposure-report.ts";
import type { WorkerAnswer } from "./rule-exposure.ts";

function post(answer: WorkerAnswer): void {
  // A port of a thread has no origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  parentPort?.postMessage(answer);
}

post("ready");
post(
  await computeExposure(workerData as ExposureQuestion).then(
    (found): WorkerAnswer => ({ found }),
    (error: unknown): WorkerAnswer => ({
      failure: error instanceof Error ? error.message : String(error),
    }),
  ),
);
