import { type Doc, type Entry, type Json, type JsonObject, Micros } from "@agent-treasury/provider";
import { type ApprovalRecord, approverText } from "../../kernel/approvals/approval-record.ts";
import {
  canonicalEntry,
  entryFromBody,
  type EntryRecord,
  saltOfText,
  textsOf,
} from "../../kernel/ledger/chain.ts";
import { saltOfField } from "../../kernel/ledger/hash.ts";
import { timestamp, timestampOrNull } from "../../kernel/ledger/timestamp.ts";
import { erasedText } from "../../kernel/proposals/erased-marker.ts";
import { canonicalText } from "../../kernel/proposals/proposal-digest.ts";
import type { SpendProposal } from "../../kernel/proposals/proposal.ts";
import { quoteKey } from "../../kernel/quotes/quote-doc.ts";
import { canonicalRecord, signatureFromDoc, signatureKey } from "../passkeys/index.ts";
import { deliveredIn, payloadFrom, payloadKey, resourceKey } from "../payments/index.ts";
import { publicationText, ruleSetKey } from "../rules/index.ts";
import type { ReceiptDocs } from "./receipt-docs.ts";
import type { Disclosures } from "./sd-jwt.ts";

/** The part of the captured amount that was refunded or undone. */
export function reversed({ refunded, undone }: SpendProposal): Micros {
  return Micros.add(refunded, undone);
}

/** What the deployment states, and no digest covers. */
export function spendClaims(spend: SpendProposal): JsonObject {
  const { status, agentId, amount, captured, autoApproved, createdAt } = spend;
  const { decidedAt, executedAt } = spend;
  return {
    status,
    agentId,
    amount: Micros.toText(amount),
    captured: Micros.toText(captured),
    refunded: Micros.toText(reversed(spend)),
    autoApproved,
    createdAt: timestamp(createdAt),
    decidedAt: timestampOrNull(decidedAt),
    executedAt: timestampOrNull(executedAt),
  };
}

/** Null if no person had to decide, because nothing was fixed for a decision. */
export function proposalClaims(
  workspaceId: string,
  proposal: SpendProposal,
  disclosures: Disclosures,
): JsonObject | null {
  const { fixed, deployment, vendor, purpose, category, reason } = proposal;
  if (fixed === null) return null;
  const { digest, salt } = fixed;
  const canonical = canonicalText(workspaceId, proposal, fixed);
  const texts = Object.entries({ vendor, purpose, category, reason });
  const saltOf = (field: string): string | null =>
    salt === null || deployment === null ? salt : saltOfField(salt, field);
  return { digest, canonical, texts: textClaims(texts, saltOf, deployment !== null, disclosures) };
}

/** Each text by itself, or all of an earlier format together, because they share a salt. */
function textClaims(
  texts: readonly (readonly [field: string, text: string | null])[],
  saltOf: (field: string) => string | null,
  isSingle: boolean,
  disclosures: Disclosures,
): JsonObject {
  if (saltOf("") === null) return { erased: true };
  if (!isSingle) return disclosures.of({ all: [saltOf(""), ...texts.map(([, text]) => text)] });
  const fields = texts.map(([field, text]): [string, Json] => [field, [saltOf(field), text]]);
  return disclosures.of(Object.fromEntries(fields));
}

export function entryClaims(
  workspaceId: string,
  entry: Entry,
  path: readonly string[],
  disclosures: Disclosures,
): JsonObject {
  const record: EntryRecord = entryFromBody(entry.body);
  const texts = textsOf(record).map(([field, { text }]) => [field, text] as const);
  const isSingle = record.deployment !== undefined;
  const saltOf = (field: string): string | null => saltOfText(record, field);
  return {
    canonical: canonicalEntry({ ...entry, workspaceId, record }),
    previousHash: entry.previousHash,
    path,
    texts: textClaims(texts, saltOf, isSingle, disclosures),
  };
}

export function approvalClaims(
  approval: ApprovalRecord,
  docs: ReceiptDocs,
  proposalId: string,
  disclosures: Disclosures,
): JsonObject {
  const { at, verified, approvedAmount, passkey, id, name, comment, groups } = approval;
  const doc = passkey === undefined ? undefined : docs.find(signatureKey(passkey));
  const evidence = doc && signatureFromDoc(doc);
  // An approval given in advance names the signature of another decision.
  const isOwn = evidence?.record.subject === proposalId;
  const opening = isOwn ? evidence.opening : null;
  const isErased = id === erasedText || name === erasedText;
  const person = {
    approver: approverText(approval),
    id,
    name,
    groups,
    comment,
    ...(opening !== null && { opening: [opening.salt, opening.approver] }),
  };
  return {
    at: timestamp(at),
    verified,
    ...(approvedAmount !== undefined && { approvedAmount }),
    ...(evidence !== undefined &&
      isOwn && {
        passkey: {
          signed: JSON.stringify(canonicalRecord(evidence.record)),
          publicKey: evidence.publicKey,
          id: evidence.assertion.id,
          ...evidence.assertion.response,
        },
      }),
    // The ledger entry can be newer than what was erased, and have the person still.
    person: isErased ? { erased: true } : disclosures.of({ person }),
  };
}

/** Null without published rules, when the deployment's options decided. */
export function rulesClaims(
  digest: string | null,
  docs: ReceiptDocs,
  disclosures: Disclosures,
): JsonObject | null {
  if (digest === null) return null;
  const doc = docs.find(ruleSetKey(digest));
  return { digest, ...(doc && disclosures.of({ publication: publicationText(doc) })) };
}

export function quoteClaims(
  { quote }: SpendProposal,
  doc: Doc | undefined,
  disclosures: Disclosures,
): JsonObject | null {
  if (quote === null) return null;
  const { salt, quote: text } = (doc?.body ?? {}) as JsonObject;
  const isStored = typeof salt === "string" && typeof text === "string";
  return { digest: quote.digest, ...(isStored && disclosures.of({ quote: [salt, text] })) };
}

/** What the payer and the payee signed. Null without both, and after an erasure of the offer. */
export function paymentClaims(
  proposalId: string,
  docs: ReceiptDocs,
  now: number,
  disclosures: Disclosures,
): JsonObject | null {
  const { offer = null, receipt = null } =
    deliveredIn(docs.find(resourceKey(proposalId)), now)?.signed ?? {};
  const payload = payloadFrom(docs.find(payloadKey(proposalId)));
  const { quote = null } = (docs.find(quoteKey(proposalId))?.body ?? {}) as JsonObject;
  const authorization = quote === null ? null : authorizationIn(payload);
  const parts = {
    ...(authorization !== null && { authorization }),
    ...(offer !== null && { offer: offer.text }),
    ...(receipt !== null && { receipt: receipt.text }),
  };
  return Object.keys(parts).length === 0 ? null : disclosures.of(parts);
}

const authorizationFields = [
  "from",
  "to",
  "value",
  "validAfter",
  "validBefore",
  "nonce",
  "signature",
];

/** An authorization of a transfer on a chain. Payloads of other rails may be secret. */
function authorizationIn(payload: JsonObject | null): JsonObject | null {
  const isSigned = isHex(payload?.["nonce"], 64) && isHex(payload?.["signature"], 130);
  if (payload === null || !isSigned) return null;
  return Object.fromEntries(authorizationFields.map((name) => [name, payload[name] ?? null]));
}

function isHex(value: Json | undefined, digits: number): boolean {
  return typeof value === "string" && value.length === digits + 2 && /^0x[\da-f]+$/i.test(value);
}
