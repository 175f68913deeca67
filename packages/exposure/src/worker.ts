import { parentPort, workerData } from "node:worker_threads";
import type { ExposureQuestion } from "@agent-treasury/contract";
import { computeExposure } from "./exposure-report.ts";
import type { WorkerAnswer } from "./rule-exposure.ts";

const answer = await computeExposure(workerData as ExposureQuestion).then(
  (found): WorkerAnswer => ({ found }),
  (error: unknown): WorkerAnswer => ({ failure: String(error) }),
);
// A port of a thread has no origin.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort?.postMessage(answer);
