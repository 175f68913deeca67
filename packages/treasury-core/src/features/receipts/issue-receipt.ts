import {
  type Doc,
  type Entry,
  type Json,
  type JsonObject,
  type Key,
  Micros,
  TreasuryError,
} from "@agent-treasury/provider";
import { bytesToHex } from "@noble/hashes/utils.js";
import { evidenceKey, withApprovalsIn } from "../../kernel/approvals/approval-evidence.ts";
import { type ApprovalRecord, approverText } from "../../kernel/approvals/approval-record.ts";
import { isSummary } from "../../kernel/approvals/approval-summary.ts";
import type { Engine } from "../../kernel/engine.ts";
import {
  canonicalEntry,
  entryFromBody,
  type EntryRecord,
  saltOfText,
  textsOf,
} from "../../kernel/ledger/chain.ts";
import { saltOfField } from "../../kernel/ledger/hash.ts";
import { keyText } from "../../kernel/ledger/key-text.ts";
import { timestamp } from "../../kernel/ledger/timestamp.ts";
import { canonicalText } from "../../kernel/proposals/proposal-digest.ts";
import { proposalFromDoc, proposalNotFound } from "../../kernel/proposals/proposal-record.ts";
import { proposalKey, type SpendProposal } from "../../kernel/proposals/proposal.ts";
import { quoteKey } from "../../kernel/quotes/quote-doc.ts";
import { canonicalRecord, signatureFromDoc, signatureKey } from "../passkeys/index.ts";
import { deliveredIn, payloadFrom, payloadKey, resourceKey } from "../payments/index.ts";
import { publicationText, ruleSetKey } from "../rules/index.ts";
import { entriesKey } from "./checkpoint-record.ts";
import { load, makeCheckpoint, sequencesIn } from "./checkpoint.ts";
import { inclusionProof, Tiles, tilesOf } from "./merkle-tree.ts";
import { Disclosures } from "./sd-jwt.ts";
import type { SigningKeys } from "./signing-keys.ts";

const format = "agent-treasury/receipt/1";
const mostAttempts = 5;

/**
 * Issues a receipt: an SD-JWT over a paid spend, its approvals and its ledger entries, with their place
 * in the newest checkpoint.
 *
 * @throws TreasuryError `proposal_not_found`; `receipt_unavailable` for a spend without a ledger entry.
 */
export async function issueReceipt(
  engine: Engine,
  keys: SigningKeys,
  workspaceId: string,
  proposalId: string,
  attempts: number = mostAttempts,
): Promise<string> {
  const checkpoint = await makeCheckpoint(engine, keys, workspaceId);
  const first = [proposalKey, evidenceKey, quoteKey, entriesKey].map((key) => key(proposalId));
  const docs = new Docs(await load(engine, workspaceId, first));
  const doc = docs.find(proposalKey(proposalId));
  if (doc === undefined) throw proposalNotFound(workspaceId, proposalId);
  const proposal = withApprovalsIn(docs.find(evidenceKey(proposalId)), proposalFromDoc(doc));
  const sequences = sequencesOf(proposal, docs.find(entriesKey(proposalId)));
  if (checkpoint?.note == null || sequences.length === 0) throw unavailable(proposalId);
  const { size, note } = checkpoint;
  const entries = await Promise.all(
    sequences.filter((one) => one <= size).map((one) => readEntry(engine, workspaceId, one)),
  );
  if (entries.length < sequences.length || !areAll(entries, proposal)) {
    // Another entry was posted since the checkpoint.
    if (attempts === 1) throw unavailable(proposalId);
    return issueReceipt(engine, keys, workspaceId, proposalId, attempts - 1);
  }
  const { approvals } = proposal.ruling;
  const given = isSummary(approvals) ? [] : approvals;
  const signatures = given.flatMap(({ passkey }) => passkey ?? []).map(signatureKey);
  const rules = rulesBehind(entries, proposal);
  const proofs = (hashAt: Parameters<typeof inclusionProof>[0]): readonly string[][] =>
    sequences.map((one) => inclusionProof(hashAt, one - 1, size).map(bytesToHex));
  docs.add(
    await load(engine, workspaceId, [
      ...tilesOf(proofs),
      ...signatures,
      ...(rules === null ? [] : [ruleSetKey(rules)]),
      ...(proposal.quote === null ? [] : [payloadKey(proposalId), resourceKey(proposalId)]),
    ]),
  );
  const paths = proofs(new Tiles(docs.all).hashAt);
  const signer = await keys.signer("receipt");
  const disclosures = new Disclosures(() => engine.identifiers.random());
  const payload: JsonObject = {
    iss: signer.deployment,
    sub: proposalId,
    iat: Math.floor(engine.clock.now() / 1_000),
    format,
    workspace: workspaceId,
    spend: spendClaims(proposal),
    proposal: proposalClaims(workspaceId, proposal, disclosures),
    entries: entries.map((entry, index) =>
      entryClaims(workspaceId, entry, paths[index] ?? [], disclosures),
    ),
    approvals: given.map((one) => approvalClaims(one, docs, proposalId, disclosures)),
    rules: rulesClaims(rules, docs, disclosures),
    quote: quoteClaims(proposal, docs.find(quoteKey(proposalId)), disclosures),
    payment: paymentClaims(proposalId, docs, engine.clock.now(), disclosures),
    checkpoint: note,
  };
  const header = { alg: "ES256", typ: "agent-treasury-receipt+sd-jwt", kid: signer.kid };
  return disclosures.signed(header, payload, signer.sign);
}

class Docs {
  readonly #docs: Map<string, Doc> = new Map();

  constructor(docs: readonly Doc[]) {
    this.add(docs);
  }

  get all(): readonly Doc[] {
    return [...this.#docs.values()];
  }

  add(docs: readonly Doc[]): void {
    for (const doc of docs) this.#docs.set(keyText({ kind: doc.kind, id: doc.id }), doc);
  }

  find(key: Key): Doc | undefined {
    return this.#docs.get(keyText(key));
  }
}

function unavailable(proposalId: string): TreasuryError {
  const message = `The spend ${JSON.stringify(proposalId)} has no ledger entry, or not all of its amount, so there is no receipt.`;
  return new TreasuryError("receipt_unavailable", message);
}

/** The entries that the proposal names, and those of the index. */
function sequencesOf(
  { reference, captureEntry }: SpendProposal,
  index: Doc | undefined,
): readonly number[] {
  const named = [reference, captureEntry].flatMap((id) => {
    const sequence = /^entry_\d+_(\d+)$/.exec(id ?? "")?.[1];
    return sequence === undefined ? [] : [Number(sequence)];
  });
  return [...new Set([...named, ...sequencesIn(index)])].toSorted((one, other) => one - other);
}

async function readEntry(engine: Engine, workspaceId: string, sequence: number): Promise<Entry> {
  const page = { order: "oldest", beyond: BigInt(sequence - 1), limit: 1 } as const;
  const noDocs = { kind: "none", before: null, limit: 0 };
  const [entry] = (await engine.storage.view(workspaceId, noDocs, page)).entries;
  if (entry?.sequence === BigInt(sequence)) return entry;
  throw new TreasuryError("storage_error", `The ledger entry ${sequence} is missing.`);
}

function areAll(entries: readonly Entry[], spend: SpendProposal): boolean {
  const sumOf = (isReversal: boolean): Micros =>
    entries
      .filter(({ body }) => (entryFromBody(body).reversalOf !== null) === isReversal)
      .reduce((sum, { amount }) => Micros.add(sum, amount), Micros.zero);
  return Micros.negate(sumOf(false)) === spend.captured && sumOf(true) === reversed(spend);
}

function reversed({ refunded, undone }: SpendProposal): Micros {
  return Micros.add(refunded, undone);
}

/** The rules under which the newest entry was decided. */
function rulesBehind(entries: readonly Entry[], { ruling }: SpendProposal): string | null {
  const decided = entries.findLast(({ body }) => entryFromBody(body).decision !== null);
  const rules = decided && entryFromBody(decided.body).decision?.ruled?.rules;
  return rules === undefined ? ruling.rules : rules;
}

/** What the deployment states, and no digest covers. */
function spendClaims(spend: SpendProposal): JsonObject {
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
    decidedAt: decidedAt === null ? null : timestamp(decidedAt),
    executedAt: executedAt === null ? null : timestamp(executedAt),
  };
}

/** Null if no person had to decide, because nothing was fixed for a decision. */
function proposalClaims(
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

function entryClaims(
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

function approvalClaims(
  approval: ApprovalRecord,
  docs: Docs,
  proposalId: string,
  disclosures: Disclosures,
): JsonObject {
  const { at, verified, approvedAmount, passkey, id, name, comment, groups } = approval;
  const doc = passkey === undefined ? undefined : docs.find(signatureKey(passkey));
  const evidence = doc && signatureFromDoc(doc);
  // An approval given in advance names the signature of another decision.
  const isOwn = evidence?.record.subject === proposalId;
  const opening = isOwn ? evidence.opening : null;
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
    person: disclosures.of({ person }),
  };
}

/** Null without published rules, when the deployment's options decided. */
function rulesClaims(
  digest: string | null,
  docs: Docs,
  disclosures: Disclosures,
): JsonObject | null {
  if (digest === null) return null;
  const doc = docs.find(ruleSetKey(digest));
  return { digest, ...(doc && disclosures.of({ publication: publicationText(doc) })) };
}

function quoteClaims(
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
function paymentClaims(
  proposalId: string,
  docs: Docs,
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
