import { answerQuestions } from "../processes/worker-process.ts";
import { turnContestants } from "./turn-contestants.ts";
import { stepsOfLookingUp } from "./turn-script.ts";
import type { TurnSystem } from "./turn-system.ts";

/** Opens a contestant, runs a round, or measures its memory. */
export type TurnQuestion =
  | { readonly kind: "open"; readonly key: string }
  | { readonly kind: "round" | "kept"; readonly flows: number; readonly turns: number };

/** The times and memory of one flow and one turn in a round. Zero where not requested. */
export interface TurnFigures {
  /** Whether the contestant is installed. */
  readonly isThere: boolean;
  readonly flowMicroseconds: number;
  readonly turnMicroseconds: number;
  readonly flowBytesKept: number;
  readonly turnBytesKept: number;
}

const nothing = {
  flowMicroseconds: 0,
  turnMicroseconds: 0,
  flowBytesKept: 0,
  turnBytesKept: 0,
};

/** Enough for the systems' timers to complete. */
const quietMs = 200;

let system: TurnSystem | null = null;

async function answer(question: TurnQuestion): Promise<TurnFigures> {
  if (question.kind === "open") {
    const contestant = turnContestants.find(({ key }) => key === question.key);
    system = (await contestant?.open()) ?? null;
    return { isThere: system !== null, ...nothing };
  }
  if (system === null) throw new Error("Nothing is open.");
  const { approvalFlow, tenSteps, counts } = system;
  const before = { ...counts };
  const { flows, turns } = question;
  const measure = question.kind === "round" ? microsecondsOf : bytesKeptBy;
  const flow = await measure(approvalFlow, flows);
  const turn = await measure(tenSteps, turns);
  const paid = counts.paid - before.paid;
  const lookedUp = counts.lookedUp - before.lookedUp;
  if (paid !== flows || lookedUp !== turns * stepsOfLookingUp) {
    throw new Error(`${flows} flows paid ${paid} times, ${turns} turns looked ${lookedUp} times.`);
  }
  return question.kind === "round"
    ? { isThere: true, ...nothing, flowMicroseconds: flow, turnMicroseconds: turn }
    : { isThere: true, ...nothing, flowBytesKept: flow, turnBytesKept: turn };
}

async function microsecondsOf(work: () => Promise<void>, times: number): Promise<number> {
  const start = performance.now();
  for (let time = 0; time < times; time += 1) await work();
  return ((performance.now() - start) * 1_000) / times;
}

async function bytesKeptBy(work: () => Promise<void>, times: number): Promise<number> {
  const before = await heapInUse();
  for (let time = 0; time < times; time += 1) await work();
  return ((await heapInUse()) - before) / times;
}

async function heapInUse(): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, quietMs));
  // The second collection frees objects that the first one finalised.
  await globalThis.gc?.({ execution: "async" });
  await globalThis.gc?.({ execution: "async" });
  return process.memoryUsage().heapUsed;
}

answerQuestions(answer, async () => await system?.close());
