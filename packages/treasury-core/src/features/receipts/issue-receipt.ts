import {
  type Doc,
  type Entry,
  type JsonObject,
  Micros,
  TreasuryError,
} from "@agent-treasury/provider";
import { bytesToHex } from "@noble/hashes/utils.js";
import { evidenceKey, withApprovalsIn } from "../../kernel/approvals/approval-evidence.ts";
import { isSummary } from "../../kernel/approvals/approval-summary.ts";
import type { Engine } from "../../kernel/engine.ts";
import { entryFromBody } from "../../kernel/ledger/chain.ts";
import { proposalFromDoc, proposalNotFound } from "../../kernel/proposals/proposal-record.ts";
import { proposalKey, type SpendProposal } from "../../kernel/proposals/proposal.ts";
import { quoteKey } from "../../kernel/quotes/quote-doc.ts";
import { signatureKey } from "../passkeys/index.ts";
import { payloadKey, resourceKey } from "../payments/index.ts";
import { ruleSetKey } from "../rules/index.ts";
import { entriesKey } from "./checkpoint-record.ts";
import { load, makeCheckpoint, sequencesIn } from "./checkpoint.ts";
import { inclusionProof, Tiles, tilesOf } from "./merkle-tree.ts";
import {
  approvalClaims,
  entryClaims,
  paymentClaims,
  proposalClaims,
  quoteClaims,
  reversed,
  rulesClaims,
  spendClaims,
} from "./receipt-claims.ts";
import { ReceiptDocs } from "./receipt-docs.ts";
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
  const docs = new ReceiptDocs(await load(engine, workspaceId, first));
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

/** The rules under which the newest entry was decided. */
function rulesBehind(entries: readonly Entry[], { ruling }: SpendProposal): string | null {
  const decided = entries.findLast(({ body }) => entryFromBody(body).decision !== null);
  const rules = decided && entryFromBody(decided.body).decision?.ruled?.rules;
  return rules === undefined ? ruling.rules : rules;
}
