import { type Micros, type SpendRefund, TreasuryError } from "@agent-treasury/provider";
import { askWithin } from "../../kernel/ask-within.ts";
import { invalidRequest } from "../../kernel/errors.ts";
import { ledgerRail } from "../../kernel/judgement/hold-terms.ts";
import { sha256Hex } from "../../kernel/ledger/hash.ts";
import {
  type ConnectedExecutor,
  executorStore,
  modeOf,
  orderOf,
  type PayingEngine,
} from "../payments/index.ts";
import { isPaymentId, readableText } from "../payments/later.ts";
import { refundCase, refundNotFound } from "./case-commands.ts";
import { heldAgain } from "./case-record.ts";
import type { CaseCaller, CaseState } from "./on-case.ts";
import { type ReadCase, readCase } from "./read-cases.ts";

const everyRail = "rails";

export interface StatedRefund {
  readonly reference: string;
  /** Null if the rail is asked for it. */
  readonly amount: Micros | null;
}

/**
 * Records what the payee returned. A rail that can look references up decides what one names, and the
 * person otherwise. The same money counts once in the whole deployment.
 */
export async function recordRefund(
  engine: PayingEngine,
  workspaceId: string,
  proposalId: string,
  stated: StatedRefund,
  caller: CaseCaller,
): Promise<CaseState> {
  const read = await readCase(engine, workspaceId, proposalId, null);
  const rail = railOf(read);
  const connected = engine.external?.executorNamed(rail);
  if (rail !== ledgerRail && connected === undefined) throw notConnected(rail);
  const executor = connected?.executor;
  // A person cannot know the id under which the executor reports the same money.
  if (executor?.findRefund === undefined && executor?.notices !== undefined) throw reported(rail);
  const refund =
    connected === undefined || executor?.findRefund === undefined
      ? statedRefund(stated)
      : await foundRefund(engine, connected, workspaceId, read, stated);
  const salt = engine.identifiers.random();
  const command = refundCase({ proposalId, refund, salt }, caller, engine.policy);
  // A refund that this payment cannot take can still be one of another payment.
  await engine.committer.preview(workspaceId, command);
  const claim = { workspaceId, proposalId };
  for (const place of placesOf(rail, connected)) {
    const key = `${place}/refund/${sha256Hex(refund.id)}`;
    const first = await executorStore(engine, place).put(key, claim, null);
    if (first["workspaceId"] !== workspaceId || first["proposalId"] !== proposalId) {
      throw refundNotFound("It was recorded for another payment.");
    }
  }
  return engine.committer.run(workspaceId, command);
}

/** Where a refund is claimed. Executors with one account find the same money. */
function placesOf(rail: string, connected: ConnectedExecutor | undefined): readonly string[] {
  // References of a ledger's payees are only unique in their workspace.
  if (connected === undefined) return [];
  return connected.executor.findRefund === undefined ? [rail] : [rail, everyRail];
}

/** Only a case that the delivery opened has the payment. */
function railOf({ found, spend: { facts } }: ReadCase): string {
  if (found.payment !== null) return found.payment.executor;
  const judged = facts.held === true ? (facts.approved ?? facts.proposed) : undefined;
  return judged?.rail ?? ledgerRail;
}

function statedRefund({ reference, amount }: StatedRefund): SpendRefund {
  if (!isPaymentId(reference)) throw invalidRequest("`reference` must be 1 to 255 characters.");
  if (amount !== null) return { id: reference, amount };
  throw invalidRequest(
    "`amountUsd` is required, because the payment's rail cannot look refunds up.",
  );
}

async function foundRefund(
  { clock }: PayingEngine,
  { executor, timeoutMs }: ConnectedExecutor,
  workspaceId: string,
  { found, spend, docs }: ReadCase,
  { reference, amount }: StatedRefund,
): Promise<SpendRefund> {
  const mode = modeOf(executor) ?? "test";
  const unknown = { executor: executor.provider, mode, heldAt: spend.createdAt };
  const held = heldAgain(spend, found.payment ?? unknown);
  const asked = await askWithin(clock, timeoutMs, async (signal) =>
    executor.findRefund?.(orderOf(workspaceId, held, docs, signal), reference),
  );
  if (asked.kind !== "answered" || asked.answer === undefined) {
    throw new TreasuryError("spend_executor_error", "The rail did not answer about the refund.", {
      ...(asked.kind === "threw" && { cause: asked.error }),
    });
  }
  const { answer } = asked;
  if (answer.kind !== "refunded") throw refundNotFound(readableText(answer.reason));
  const { refund } = answer;
  if (!isPaymentId(refund.id) || typeof refund.amount !== "bigint" || refund.amount <= 0n) {
    throw new TreasuryError("spend_executor_error", "The rail returned an invalid refund.");
  }
  if (amount === null || amount === refund.amount) return refund;
  throw refundNotFound("The rail reports another amount than `amountUsd`.");
}

function reported(rail: string): TreasuryError {
  return invalidRequest(
    `The payment executor ${rail} reports refunds itself, and they count without a case. Wait for its report, or send it again.`,
  );
}

function notConnected(rail: string): TreasuryError {
  return new TreasuryError(
    "spend_executor_error",
    `The payment executor ${rail} is not connected to this process.`,
  );
}
