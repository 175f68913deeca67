import { readOutsideText, routes } from "@agent-treasury/contract";
import type {
  Announcement,
  ExecutorStore,
  IncomingMovement,
  IncomingRail,
  JsonObject,
  TreasuryError,
} from "@agent-treasury/provider";
import { invalidRequest } from "../../../kernel/errors.ts";
import { type Command, changed, unchanged } from "../../../kernel/ledger/command.ts";
import type { Committer } from "../../../kernel/ledger/commit/committer.ts";
import { sha256Hex } from "../../../kernel/ledger/hash.ts";
import { outsideJson } from "../../../kernel/ledger/outside-json.ts";
import { checkSamePayment } from "../../../kernel/ledger/payment-identity.ts";
import { type IncomingRecord, incomingKey, incomingToDoc } from "./incoming-record.ts";

/** The request that announced it settles in this time. */
const firstLookMs = 15_000;
const maximumIdLength = 255;
const maximumTextLength = 300;
const maximumDetailsBytes = 4_096;

export interface AnnouncingDeps {
  readonly committer: Committer;
  /** Persists which workspace announced a movement. */
  readonly store: ExecutorStore;
}

/** Records a movement in the first workspace that announces it. */
export async function announcePayment(
  { committer, store }: AnnouncingDeps,
  rail: IncomingRail,
  announced: IncomingMovement,
): Promise<Announcement> {
  const { workspaceId, ...movement } = checked(announced);
  const { provider } = rail;
  const record = { provider, mode: rail.mode(), movement };
  const key = `${provider}/incoming/${sha256Hex(movement.id)}`;
  // Claims belong to one workspace, so that two of them could be credited.
  const first = await store.put(key, { workspaceId }, null);
  if (first["workspaceId"] !== workspaceId) return "elsewhere";
  await committer.run(workspaceId, announce(record));
  return "announced";
}

function announce(
  announced: Pick<IncomingRecord, "provider" | "mode" | "movement">,
): Command<null> {
  const { provider, mode, movement } = announced;
  const key = incomingKey(provider, movement.id);
  return {
    name: "announce_payment",
    creates: [key],
    reduce: (ledger, now) => {
      if (ledger.doc(key) !== undefined) return unchanged(null);
      const funded = ledger.head.account.payment;
      const payment = { provider, mode, isRail: true } as const;
      checkSamePayment(funded, payment);
      const record: IncomingRecord = {
        ...announced,
        status: "pending",
        reason: null,
        epoch: ledger.head.epoch,
        dueAt: now + firstLookMs,
      };
      return changed(ledger, null, { put: [incomingToDoc(record, now)] });
    },
  };
}

/** @throws TreasuryError `invalid_request`. */
function checked(movement: IncomingMovement): IncomingMovement {
  const { workspaceId, id, amount, payer, description, details } = movement;
  const named = routes.readTreasury.input.safeParse({ workspaceId });
  if (named.data?.workspaceId !== workspaceId) throw invalid("`workspaceId` is not valid.");
  if (typeof amount !== "bigint" || amount <= 0n) throw invalid("`amount` must be above zero.");
  if (id.length > maximumIdLength) throw invalid("`id` has more than 255 characters.");
  return {
    workspaceId,
    id: textOf("id", id),
    amount,
    payer: textOf("payer", payer),
    description: textOf("description", description),
    details: outsideJson(details, "`details`", maximumDetailsBytes) as JsonObject,
  };
}

function textOf(name: string, value: string): string {
  const { flaw } = readOutsideText(value);
  if (flaw !== null) throw invalid(`\`${name}\` must not contain ${flaw}.`);
  if (value === "" || value.length > maximumTextLength) {
    throw invalid(`\`${name}\` must have 1 to ${maximumTextLength} characters.`);
  }
  return value;
}

function invalid(message: string): TreasuryError {
  return invalidRequest(`The incoming payment: ${message}`);
}
