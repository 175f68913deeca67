import { postgresStorage } from "@agent-treasury/storage-postgres";
import { callInParallel, type CallFigures } from "../harness/call-in-parallel.ts";
import { loadCheckout } from "../ledger/checkout.ts";
import type { OpenLedger } from "../ledger/ledger-contestant.ts";
import { openInteractive } from "../ledger/naive/interactive.ts";
import { openTreasury } from "../ledger/open-treasury.ts";
import { answerQuestions } from "./worker-process.ts";

export interface OpenQuestion {
  readonly ledger: "treasury" | "previous" | "interactive";
  /** The checkout of `previous`. */
  readonly checkout?: string;
  readonly url: string;
  readonly schema: string;
  readonly connections: number;
}

/** A round of spends on the hot workspace. */
export interface SpendQuestion {
  readonly callers: number;
  readonly seconds: number;
}

export type SpendingQuestion = OpenQuestion | SpendQuestion;

let open: OpenLedger | null = null;

async function openLedger(question: OpenQuestion): Promise<null> {
  await open?.close();
  const { ledger, checkout, url, schema, connections } = question;
  if (ledger === "interactive") {
    open = openInteractive(url, schema, connections);
    return null;
  }
  const treasury =
    checkout === undefined ? { openTreasury, postgresStorage } : await loadCheckout(checkout);
  open = treasury.openTreasury(treasury.postgresStorage({ url, schema, connections }));
  return null;
}

async function spend({ callers, seconds }: SpendQuestion): Promise<CallFigures> {
  const ledger = open;
  if (ledger === null) throw new Error("No ledger is open.");
  return await callInParallel({ callers, seconds, call: () => ledger.spend(0) });
}

answerQuestions(
  (question: SpendingQuestion) => ("ledger" in question ? openLedger(question) : spend(question)),
  async () => await open?.close(),
);
