import { fromBase64Url } from "./bytes.ts";
import { listIn, objectIn, require, type Scope } from "./receipt-claims.ts";
import { approvalIn, proposalIn, quoteIn, rulesIn } from "./receipt-decision.ts";
import { checkAmounts, entryIn } from "./receipt-entries.ts";
import type {
  KeySet,
  PublishedKey,
  ReceiptApproval,
  ReceiptFacts,
  ReceiptReport,
  TrustedWitnesses,
} from "./receipt-report.ts";
import { readSdJwt, type SdJwt } from "./sd-jwt.ts";
import {
  type Checkpoint,
  readCheckpoint,
  readNote,
  readNoteKey,
  signedAt,
  type SignedNote,
} from "./signed-note.ts";

const format = "agent-treasury/receipt/1";
const type = "agent-treasury-receipt+sd-jwt";

/**
 * Verifies a receipt offline. The keys must come from the deployment itself or from someone you trust.
 *
 * @example
 * const keys = JSON.parse(await readFile("keys.json", "utf8"));
 * const { valid, problems, withheld } = await verifyReceipt(receipt, keys);
 */
export async function verifyReceipt(
  receipt: string,
  keys: KeySet,
  options: TrustedWitnesses = {},
): Promise<ReceiptReport> {
  try {
    const withheld: string[] = [];
    const facts = await factsIn(await readSdJwt(receipt), keys, options, withheld);
    return { valid: true, problems: [], withheld, facts };
  } catch (error) {
    const problem = error instanceof Error ? error.message : "The receipt cannot be read.";
    return { valid: false, problems: [problem], withheld: [], facts: null };
  }
}

async function factsIn(
  jwt: SdJwt,
  { keys }: KeySet,
  options: TrustedWitnesses,
  withheld: string[],
): Promise<ReceiptFacts> {
  const { header, claims } = jwt;
  const { iss, sub, iat, workspace } = claims as Record<string, string>;
  require(header["typ"] === type &&
    claims["format"] === format, "This is not a receipt of a known format.");
  require(typeof iss === "string" &&
    typeof sub === "string" &&
    typeof workspace === "string", "The receipt names no spend.");
  const key = keys.find(({ kid, purpose }) => kid === header["kid"] && purpose === "receipt");
  require(key !== undefined &&
    header["alg"] === "ES256", "The receipt is signed with an unknown key.");
  require(key.deployment === iss, "The receipt and its key are of different deployments.");
  require(await isSignedBy(key, jwt), "The signature of the receipt is not valid.");
  const seconds = Number(iat);
  const end = key.endedAt === null ? Number.POSITIVE_INFINITY : Date.parse(key.endedAt);
  require(seconds * 1_000 < end, "The receipt was signed after the end of its key.");
  const note = readNote(String(claims["checkpoint"]));
  const checkpoint = readCheckpoint(note);
  require(checkpoint.origin === `${iss}/${workspace}`, "The checkpoint is of another ledger.");
  require(await isCheckpointSigned(
    note,
    checkpoint,
    keys,
    iss,
  ), "The checkpoint is not signed by the deployment.");
  const cosignedAt = await cosignatureOf(note, options);
  const isProved = !key.revoked || (cosignedAt !== null && cosignedAt * 1_000 < end);
  require(isProved, "The key was revoked. Only a checkpoint that a witness signed before proves the receipt.");
  const deployments = new Set(keys.map(({ deployment }) => deployment));
  const scope: Scope = { workspace, sub, checkpoint, deployments, withheld };
  const entries = await Promise.all(
    listIn(claims, "entries").map((entry) => entryIn(entry, scope)),
  );
  const spend = objectIn(claims, "spend");
  checkAmounts(spend, entries);
  const proposal = await proposalIn(claims, spend, scope);
  const decided = entries.findLast(({ decision }) => decision !== null)?.decision ?? null;
  const approvers = entries.flatMap(({ approvers: each }) => each);
  const approvals: ReceiptApproval[] = [];
  for (const [index, approval] of listIn(claims, "approvals").entries()) {
    approvals.push(await approvalIn(approval, index + 1, proposal, approvers, scope));
  }
  const isComplete = (digests: unknown): boolean =>
    !Array.isArray(digests) || digests.length === approvals.length;
  const isWhole = entries.every(({ decision }) => isComplete(decision?.[10]));
  require(isWhole, "The approvals are not those of the ledger entries.");
  const rules = await rulesIn(claims, decided?.[7] ?? null, withheld);
  const quote = await quoteIn(claims, proposal?.canonical ?? null, withheld);
  return {
    deployment: iss,
    workspace,
    proposalId: sub,
    issuedAt: new Date(seconds * 1_000).toISOString(),
    spend,
    proposal: proposal && { digest: proposal.digest, ...proposal.texts },
    entries: entries.map(({ decision: _decision, approvers: _approvers, ...entry }) => entry),
    approvals,
    rules,
    quote,
    checkpoint,
    isCosigned: cosignedAt !== null,
  };
}

async function isSignedBy(
  { kty, crv, x, y }: PublishedKey,
  { signed, signature }: SdJwt,
): Promise<boolean> {
  const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
  const jwk = { kty, crv, x, ...(y !== undefined && { y }) };
  const key = await crypto.subtle.importKey("jwk", jwk, algorithm, false, ["verify"]);
  return crypto.subtle.verify(algorithm, key, signature, signed);
}

async function isCheckpointSigned(
  note: SignedNote,
  { origin }: Checkpoint,
  keys: readonly PublishedKey[],
  deployment: string,
): Promise<boolean> {
  for (const key of keys) {
    if (key.purpose !== "checkpoint" || key.deployment !== deployment) continue;
    const publicKey = fromBase64Url(key.x);
    if ((await signedAt(note, { name: origin, type: 1, publicKey })) !== null) return true;
  }
  return false;
}

/** Seconds since 1970. Null without a signature of a trusted witness. */
async function cosignatureOf(
  note: SignedNote,
  { witnesses = [], cosigned }: TrustedWitnesses,
): Promise<number | null> {
  if (cosigned === undefined) return null;
  const other = readNote(cosigned);
  require(other.text === note.text, "The cosigned checkpoint is not that of the receipt.");
  for (const witness of witnesses) {
    const at = await signedAt(other, await readNoteKey(witness));
    if (at !== null && at > 0) return at;
  }
  return null;
}
