import { fromBase64Url, hashFrom, sha256Hex } from "./bytes.ts";
import { isIncluded, leafHash } from "./merkle-proofs.ts";
import { passkeyFlaw, type PasskeyProof } from "./passkey.ts";
import { type Claims, readSdJwt, type SdJwt } from "./sd-jwt.ts";
import {
  type Checkpoint,
  readCheckpoint,
  readNote,
  readNoteKey,
  signedAt,
  type SignedNote,
} from "./signed-note.ts";

/** The response of `GET /keys.json`. */
export interface KeySet {
  readonly keys: readonly PublishedKey[];
}

/** A public key of a deployment, as a JSON Web Key. */
export interface PublishedKey {
  readonly kid: string;
  readonly kty: string;
  readonly crv: string;
  readonly x: string;
  readonly y?: string | undefined;
  readonly purpose: "receipt" | "checkpoint";
  readonly deployment: string;
  readonly endedAt: string | null;
  readonly revoked: boolean;
}

/** What else a verifier knows. */
export interface TrustedWitnesses {
  /** Public keys of trusted witnesses, in their C2SP form. */
  readonly witnesses?: readonly string[];
  /** The receipt's checkpoint with the signatures of witnesses. */
  readonly cosigned?: string;
}

/** Texts that were disclosed, by field, and the names of those that were withheld. */
export interface DisclosedTexts {
  readonly texts: Readonly<Record<string, string | null>>;
  readonly withheld: readonly string[];
  readonly isErased: boolean;
}

/** A ledger entry of the spend. Amounts are millionths of a US dollar. */
export interface ReceiptEntry extends DisclosedTexts {
  readonly sequence: number;
  readonly id: string;
  readonly type: string;
  readonly amount: string;
  readonly createdAt: string;
  readonly reference: string | null;
  readonly reversalOf: string | null;
  /** The proposed amount. Null for an entry without a decision. */
  readonly decidedAmount: string | null;
  readonly agentId: string | null;
  readonly rules: string | null;
}

export interface ReceiptApproval {
  readonly at: string;
  /** Whether the deployment verified the person's sign-in. */
  readonly verified: boolean;
  /** Whether the person signed it with a passkey. */
  readonly isSigned: boolean;
  /** Null if withheld. */
  readonly name: string | null;
}

/** What a valid receipt proves. */
export interface ReceiptFacts {
  readonly deployment: string;
  readonly workspace: string;
  readonly proposalId: string;
  readonly issuedAt: string;
  /** Stated by the deployment. Only its signature covers it. */
  readonly spend: Claims;
  /** Null if no person had to decide. */
  readonly proposal: (DisclosedTexts & { readonly digest: string }) | null;
  readonly entries: readonly ReceiptEntry[];
  readonly approvals: readonly ReceiptApproval[];
  /** The published rules as JSON. Null without them, and if withheld. */
  readonly rules: string | null;
  /** The payee's offer as JSON. Null without one, and if withheld. */
  readonly quote: string | null;
  readonly checkpoint: Checkpoint;
  /** Whether a trusted witness signed the checkpoint. */
  readonly isCosigned: boolean;
}

export interface ReceiptReport {
  readonly valid: boolean;
  /** What is wrong. Empty for a valid receipt. */
  readonly problems: readonly string[];
  /** What the receipt does not show, for example `entry 5: vendor`. */
  readonly withheld: readonly string[];
  /** Null unless the receipt is valid. */
  readonly facts: ReceiptFacts | null;
}

const format = "agent-treasury/receipt/1";
const type = "agent-treasury-receipt+sd-jwt";
const proposalTexts = ["vendor", "purpose", "category", "reason"];

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

function require(condition: boolean, problem: string): asserts condition {
  if (!condition) throw new Error(problem);
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

interface Scope {
  readonly workspace: string;
  readonly sub: string;
  readonly checkpoint: Checkpoint;
  readonly deployments: ReadonlySet<string>;
  readonly withheld: string[];
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

type Decision = readonly (string | null)[];

interface ReadEntry extends ReceiptEntry {
  readonly decision: Decision | null;
  /** Texts of approvers that were disclosed, and null for others. */
  readonly approvers: readonly (string | null)[];
}

async function entryIn(entry: Claims, scope: Scope): Promise<ReadEntry> {
  const { canonical, previousHash, path } = entry as {
    readonly canonical: string;
    readonly previousHash: string;
    readonly path: readonly string[];
  };
  hashFrom(previousHash);
  const fields = arrayIn(canonical);
  const [formatOfEntry, workspace, , sequence, id, kind, amount, , createdAt] = fields as string[];
  const [, proposalId, reference, reversalOf, description] = fields.slice(9) as (string | null)[];
  const decision = fields[14] as Decision | null;
  const where = `entry ${sequence}`;
  require(/^agent-treasury\/[123]$/.test(
    formatOfEntry ?? "",
  ), `The format of ${where} is unknown.`);
  require(workspace === scope.workspace &&
    proposalId === scope.sub, `The ${where} is of another spend.`);
  const isSingle = formatOfEntry === "agent-treasury/3";
  const isOwn = !isSingle || scope.deployments.has(String(fields[15]));
  require(isOwn, `The ${where} is of another deployment.`);
  const hash = hashFrom(await sha256Hex(previousHash + canonical));
  const { size, root } = scope.checkpoint;
  const place = Number(sequence) - 1;
  const proof = path.map(hashFrom);
  const isThere = await isIncluded(await leafHash(hash), place, size, proof, root);
  require(isThere, `The ${where} is not in the checkpoint.`);
  const approverDigests = (decision?.[10] ?? []) as readonly string[];
  const digests = new Map<string, string>([
    ["description", String(description)],
    ...(decision?.[0] == null ? [] : [["operator", decision[0]] as const]),
    ...(decision === null ? [] : [["vendor", String(decision[4])] as const]),
    ...approverDigests.map((digest, at) => [`approver ${at + 1}`, digest] as const),
  ]);
  const texts = await textsIn(entry["texts"], digests, isSingle, where, scope.withheld);
  return {
    sequence: Number(sequence),
    id: String(id),
    type: String(kind),
    amount: String(amount),
    createdAt: String(createdAt),
    reference: reference ?? null,
    reversalOf: reversalOf ?? null,
    decidedAmount: decision?.[5] ?? null,
    agentId: decision?.[8] ?? null,
    rules: decision?.[7] ?? null,
    ...texts,
    decision,
    approvers: approverDigests.map((_, at) => texts.texts[`approver ${at + 1}`] ?? null),
  };
}

/** Each text is committed to by a digest, with a salt. In earlier formats, texts share the salt. */
async function textsIn(
  claim: unknown,
  digests: ReadonlyMap<string, string>,
  isSingle: boolean,
  where: string,
  withheld: string[],
): Promise<DisclosedTexts> {
  const disclosed = claim as Claims;
  const names = [...digests.keys()];
  if (disclosed["erased"] === true) {
    withheld.push(`${where}: all texts, because they were erased`);
    return { texts: {}, withheld: names, isErased: true };
  }
  const texts: Record<string, string | null> = {};
  const all = disclosed["all"] as readonly (string | null)[] | undefined;
  for (const [index, [name, digest]] of [...digests].entries()) {
    const opening = isSingle ? disclosed[name] : all && [all[0], all[index + 1]];
    if (opening === undefined) continue;
    const isRight = (await sha256Hex(JSON.stringify(opening))) === digest;
    require(isRight, `The text ${name} of ${where} is not the recorded one.`);
    texts[name] = (opening as readonly (string | null)[])[1] ?? null;
  }
  const missing = names.filter((name) => !(name in texts));
  withheld.push(...missing.map((name) => `${where}: ${name}`));
  return { texts, withheld: missing, isErased: false };
}

/** The amounts that the deployment states are the sums of the entries. */
function checkAmounts(spend: Claims, entries: readonly ReadEntry[]): void {
  require(entries.length > 0, "The receipt has no ledger entry.");
  const sum = (isReversal: boolean): bigint =>
    entries
      .filter(({ reversalOf }) => (reversalOf !== null) === isReversal)
      .reduce((total, { amount }) => total + BigInt(amount), 0n);
  const isSame =
    -sum(false) === BigInt(String(spend["captured"])) &&
    sum(true) === BigInt(String(spend["refunded"]));
  require(isSame, "The amounts of the spend are not those of its ledger entries.");
  const amounts = entries.flatMap(({ decidedAmount }) => decidedAmount ?? []);
  require(amounts.every(
    (one) => one === spend["amount"],
  ), "The ledger entries are of another amount.");
  const agents = entries.flatMap(({ agentId }) => agentId ?? []);
  require(agents.every(
    (agent) => agent === spend["agentId"],
  ), "The ledger entries are of another agent.");
}

interface ReadProposal {
  readonly digest: string;
  readonly canonical: readonly unknown[];
  readonly texts: DisclosedTexts;
}

async function proposalIn(
  claims: Claims,
  spend: Claims,
  scope: Scope,
): Promise<ReadProposal | null> {
  if (claims["proposal"] === null) return null;
  const {
    digest,
    canonical: text,
    texts: claim,
  } = objectIn(claims, "proposal") as Record<string, string>;
  const canonical = arrayIn(text);
  const isSingle = canonical[0] === "agent-treasury/proposal/3";
  const [workspace, , id] = canonical.slice(isSingle ? 2 : 1);
  require((await sha256Hex(String(text))) === digest, "The proposal does not match its digest.");
  require(workspace === scope.workspace && id === scope.sub, "The proposal is another one.");
  const [agentId, amount] = canonical.slice(isSingle ? 5 : 4);
  const isSame = agentId === spend["agentId"] && amount === spend["amount"];
  require(isSame, "The proposal has another agent or amount than the spend.");
  const isOwn = !isSingle || scope.deployments.has(String(canonical[1]));
  require(isOwn, "The proposal is of another deployment.");
  const commitment = String(canonical[isSingle ? 10 : 9]);
  const where = "proposal";
  if (isSingle) {
    const commitments = commitment.split(" ");
    const digests = new Map(proposalTexts.map((name, at) => [name, commitments[at] ?? ""]));
    return { digest, canonical, texts: await textsIn(claim, digests, true, where, scope.withheld) };
  }
  const { all, erased } = claim as unknown as Claims;
  if (all === undefined) {
    scope.withheld.push(
      `${where}: all texts${erased === true ? ", because they were erased" : ""}`,
    );
    return {
      digest,
      canonical,
      texts: { texts: {}, withheld: proposalTexts, isErased: erased === true },
    };
  }
  require((await sha256Hex(JSON.stringify(all))) ===
    commitment, "The texts of the proposal are not the recorded ones.");
  const values = (all as readonly (string | null)[]).slice(1);
  const texts = Object.fromEntries(proposalTexts.map((name, at) => [name, values[at] ?? null]));
  return { digest, canonical, texts: { texts, withheld: [], isErased: false } };
}

async function approvalIn(
  approval: Claims,
  number: number,
  proposal: ReadProposal | null,
  approvers: readonly (string | null)[],
  { workspace, sub, withheld }: Scope,
): Promise<ReceiptApproval> {
  const where = `approval ${number}`;
  const passkey = approval["passkey"] as (PasskeyProof & { readonly id: string }) | undefined;
  const { person } = objectIn(approval, "person") as { readonly person?: Record<string, string> };
  if (person === undefined) withheld.push(`${where}: person`);
  const { approver, name = null, opening } = person ?? {};
  // In a receipt with entries of format 3, each approver is committed to by itself.
  const isListed =
    approver === undefined ||
    approvers.includes(approver) ||
    approvers.includes(null) ||
    approvers.length === 0;
  require(isListed, `The person of ${where} is not one of the ledger entry.`);
  if (passkey !== undefined) {
    const [, signedIn, , intent, subject, digest, , commitment] = arrayIn(passkey.signed);
    const isOwn = signedIn === workspace && intent === "approve_proposal" && subject === sub;
    require(isOwn && digest === proposal?.digest, `The passkey of ${where} signed something else.`);
    const flaw = await passkeyFlaw(passkey);
    require(flaw === null, `The passkey signature of ${where} ${flaw}.`);
    const isOpened =
      opening === undefined || (await sha256Hex(JSON.stringify(opening))) === commitment;
    require(isOpened, `The passkey of ${where} is of another person.`);
    const evidence = await evidenceDigest(passkey);
    const isNamed = approver === undefined || approver.includes(evidence);
    require(isNamed, `The ledger names another passkey signature than ${where}.`);
  }
  return {
    at: String(approval["at"]),
    verified: approval["verified"] === true,
    isSigned: passkey !== undefined,
    name,
  };
}

function evidenceDigest(passkey: PasskeyProof & { readonly id: string }): Promise<string> {
  const { signed, publicKey, id, clientDataJSON, authenticatorData, signature } = passkey;
  const assertion = [id, clientDataJSON, authenticatorData, signature];
  const evidence = ["agent-treasury/evidence/1", JSON.parse(signed), publicKey, assertion];
  return sha256Hex(JSON.stringify(evidence));
}

async function rulesIn(
  claims: Claims,
  decidedBy: string | null,
  withheld: string[],
): Promise<string | null> {
  if (claims["rules"] === null) {
    require(decidedBy === null, "The receipt lacks the rules of its decision.");
    return null;
  }
  const { digest, publication } = objectIn(claims, "rules") as Record<string, string>;
  require(decidedBy === null || digest === decidedBy, "The rules are not those of the decision.");
  if (publication === undefined) {
    withheld.push("rules");
    return null;
  }
  require((await sha256Hex(publication)) === digest, "The rules do not match their digest.");
  return String(arrayIn(publication)[1]);
}

async function quoteIn(
  claims: Claims,
  proposal: readonly unknown[] | null,
  withheld: string[],
): Promise<string | null> {
  if (claims["quote"] === null) return null;
  const { digest, quote } = objectIn(claims, "quote") as Record<string, unknown>;
  const fixed = proposal?.[proposal[0] === "agent-treasury/proposal/3" ? 11 : 10];
  require(proposal === null ||
    fixed === digest, "The offer of the payee is not that of the proposal.");
  if (quote === undefined) {
    withheld.push("quote");
    return null;
  }
  require((await sha256Hex(JSON.stringify(quote))) ===
    digest, "The offer of the payee is not the recorded one.");
  return String((quote as readonly unknown[])[1]);
}

function arrayIn(text: unknown): readonly unknown[] {
  const value: unknown = JSON.parse(String(text));
  require(Array.isArray(value), "A recorded value is malformed.");
  return value;
}

function objectIn(claims: Claims, name: string): Claims {
  const value = claims[name];
  require(typeof value === "object" && value !== null, `The receipt lacks its ${name}.`);
  return value as Claims;
}

function listIn(claims: Claims, name: string): readonly Claims[] {
  const value = claims[name];
  require(Array.isArray(value), `The receipt lacks its ${name}.`);
  return value as readonly Claims[];
}
