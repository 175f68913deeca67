import { type Answer, calls, stop } from "./test-model.fixture.ts";

/** A spend that waits for approval by the limits of a test deployment. */
export const paper = { amountUsd: 20, vendor: "Paperhouse", purpose: "paper" } as const;
const ink = { amountUsd: 25, vendor: "Inkhouse", purpose: "ink" };

/** Two spends proposed in one answer, of 45 USD together. */
export const both: Answer = [
  ...calls("propose_spend", paper).slice(0, 1),
  ...calls("propose_spend", ink).slice(0, 1),
  stop,
];
