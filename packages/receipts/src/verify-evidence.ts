import { sha256Hex } from "./bytes.ts";
import { count, hash, nullable, object, signedAmount, text } from "./forms.ts";
import { problemIn, require } from "./receipt-claims.ts";
import type { KeySet, TrustedWitnesses } from "./receipt-report.ts";
import { type Claims, readSdJwt } from "./sd-jwt.ts";
import { checkpointIn, keysIn, signatureOf } from "./signed-claims.ts";
import { verifyReceipt } from "./verify-receipt.ts";

const format = "agent-treasury/evidence/1";
const type = "agent-treasury-evidence+sd-jwt";

/** What valid evidence states. Amounts are millionths of a US dollar. */
export interface EvidenceFacts {
  readonly deployment: string;
  readonly workspace: string;
  readonly from: string;
  readonly to: string;
  readonly signedAt: string;
  /** Lines by their record. */
  readonly records: Readonly<Record<string, number>>;
  /** Receipts that were verified. */
  readonly receipts: number;
  /** Paid spends whose receipt could not be issued. Their lines have the reason in `notIssued`. */
  readonly notIssued: number;
  /** Sums of the ledger in the period. Only the deployment's signature covers them. */
  readonly ledger: Readonly<Record<"deposit" | "revenue" | "expense", string>> & {
    readonly entries: number;
  };
}

export interface EvidenceReport {
  readonly valid: boolean;
  /** What is wrong. Empty for a valid file. */
  readonly problems: readonly string[];
  /** Null unless the file is valid. */
  readonly facts: EvidenceFacts | null;
}

type FooterClaims = Pick<EvidenceFacts, "workspace" | "from" | "to" | "records"> & {
  readonly checkpoint: string | null;
};

const evidenceForm = object({
  workspace: text,
  from: text,
  to: text,
  checkpoint: nullable(text),
  digest: hash,
  records: object({}),
  ledger: object({
    entries: count,
    deposit: signedAmount,
    revenue: signedAmount,
    expense: signedAmount,
  }),
});

/**
 * Verifies an evidence file offline: its signed footer, the digest of all lines, each receipt, and the
 * digest of each publication of rules. Needs the memory of one line.
 *
 * @param lines the lines of the file, without line breaks.
 */
export async function verifyEvidence(
  lines: AsyncIterable<string> | Iterable<string>,
  keys: KeySet,
  options: TrustedWitnesses = {},
): Promise<EvidenceReport> {
  try {
    return { valid: true, problems: [], facts: await factsIn(lines, keys, options) };
  } catch (error) {
    return { valid: false, problems: [problemIn(error, "evidence")], facts: null };
  }
}

async function factsIn(
  lines: AsyncIterable<string> | Iterable<string>,
  keySet: KeySet,
  options: TrustedWitnesses,
): Promise<EvidenceFacts> {
  const keys = keysIn(keySet);
  const counts = new Map<string, number>();
  let [digest, receipts, notIssued] = ["", 0, 0];
  let heading: Claims | null = null;
  let footer: string | null = null;
  for await (const line of lines) {
    require(footer === null, "The evidence continues after its footer.");
    if (!line.startsWith("{")) {
      footer = line;
      continue;
    }
    const record = JSON.parse(line) as Claims;
    heading ??= record;
    digest = await sha256Hex(digest + line);
    const name = String(record["record"]);
    counts.set(name, (counts.get(name) ?? 0) + 1);
    notIssued += Number("notIssued" in record);
    receipts += await checkRecord(record, heading, { keys }, options);
  }
  require(footer !== null && heading !== null, "The evidence has no footer, so it is incomplete.");
  const jwt = await readSdJwt(footer);
  const { claims } = jwt;
  const signature = await signatureOf(jwt, keys, { type, format, what: "evidence" });
  require(evidenceForm(claims), "The evidence is malformed.");
  const { workspace, from, to, checkpoint, records } = claims as unknown as FooterClaims;
  require(claims["digest"] === digest, "The lines are not those that the footer covers.");
  require(heading["deployment"] === signature.deployment, "The heading is of another deployment.");
  const isSame = ["format", "workspace", "from", "to", "checkpoint"].every(
    (name) => heading[name] === claims[name],
  );
  require(isSame, "The heading is not that of the footer.");
  const isCounted =
    Object.keys(records).length === counts.size &&
    [...counts].every(([name, number]) => Object.hasOwn(records, name) && records[name] === number);
  require(isCounted, "The records are not as many as the footer states.");
  if (checkpoint === null) {
    require(!signature.key.revoked && receipts === 0, "The evidence has no checkpoint.");
  } else await checkpointIn(checkpoint, workspace, signature, keys, options);
  return {
    deployment: signature.deployment,
    workspace,
    from,
    to,
    signedAt: signature.at.toISOString(),
    records,
    receipts,
    notIssued,
    ledger: claims["ledger"] as EvidenceFacts["ledger"],
  };
}

/** Returns the number of its receipts. */
async function checkRecord(
  record: Claims,
  heading: Claims,
  keys: KeySet,
  options: TrustedWitnesses,
): Promise<number> {
  const { id, receipt, canonical, digest } = record;
  const name = String(id);
  if (typeof canonical === "string") {
    const isRight = (await sha256Hex(canonical)) === digest;
    require(isRight, `The rules ${String(digest)} do not match their digest.`);
  }
  if (typeof receipt !== "string") return 0;
  const { problems, facts } = await verifyReceipt(receipt, keys, options);
  require(facts !== null, `The receipt of ${name} is not valid: ${problems.join(" ")}`);
  // The footer is of the same deployment as the heading.
  const isOwn =
    facts.proposalId === id &&
    facts.workspace === heading["workspace"] &&
    facts.deployment === heading["deployment"];
  require(isOwn, `The receipt of ${name} is of another spend or deployment.`);
  return 1;
}
