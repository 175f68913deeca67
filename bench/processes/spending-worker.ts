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
  /**
   * How many ledgers with own connections this process opens in place of those before, as if each
   * were a process. With 0 it only closes those.
   */
  readonly ledgers: number;
}

/** A round of spends on the hot workspace. */
export interface SpendQuestion {
  /** Of each ledger. */
  readonly callers: number;
  readonly seconds: number;
}

export type SpendingQuestion = OpenQuestion | SpendQuestion;

let open: readonly OpenLedger[] = [];

async function closeAll(): Promise<void> {
  await Promise.all(open.map((ledger) => ledger.close()));
}

async function openLedgers(question: OpenQuestion): Promise<readonly CallFigures[]> {
  await closeAll();
  const openOne = await openerOf(question);
  open = Array.from({ length: question.ledgers }, openOne);
  return [];
}

async function openerOf(question: OpenQuestion): Promise<() => OpenLedger> {
  const { ledger, checkout, url, schema, connections } = question;
  if (ledger === "interactive") return () => openInteractive(url, schema, connections);
  const treasury =
    checkout === undefined ? { openTreasury, postgresStorage } : await loadCheckout(checkout);
  return () => treasury.openTreasury(treasury.postgresStorage({ url, schema, connections }));
}

/** The figures of each ledger. */
async function spend({ callers, seconds }: SpendQuestion): Promise<readonly CallFigures[]> {
  if (open.length === 0) throw new Error("No ledger is open.");
  return await Promise.all(
    open.map((ledger) => callInParallel({ callers, seconds, call: () => ledger.spend(0) })),
  );
}

answerQuestions(
  (question: SpendingQuestion) => ("ledger" in question ? openLedgers(question) : spend(question)),
  closeAll,
);
