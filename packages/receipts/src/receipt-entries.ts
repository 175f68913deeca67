import { hashFrom, sha256Hex } from "./bytes.ts";
import { isIncluded, leafHash } from "./merkle-proofs.ts";
import { arrayIn, require, type Scope } from "./receipt-claims.ts";
import { disclosedText, entryForm } from "./receipt-forms.ts";
import type { DisclosedTexts, ReceiptApproval, ReceiptEntry } from "./receipt-report.ts";
import type { Claims } from "./sd-jwt.ts";

type Decision = readonly (string | null)[];

export interface ReadEntry extends ReceiptEntry {
  readonly decision: Decision | null;
  /** Texts of approvers that were disclosed, and null for others. */
  readonly approvers: readonly (string | null)[];
}

export async function entryIn(entry: Claims, scope: Scope): Promise<ReadEntry> {
  const { canonical, previousHash, path } = entry as {
    readonly canonical: string;
    readonly previousHash: string;
    readonly path: readonly string[];
  };
  const fields = arrayIn(canonical, entryForm, "ledger entry");
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
  require(isSingle === fields.length > 15, `The ${where} is malformed.`);
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
export async function textsIn(
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
    require(disclosedText(opening), `The text ${name} of ${where} is malformed.`);
    const isRight = (await sha256Hex(JSON.stringify(opening))) === digest;
    require(isRight, `The text ${name} of ${where} is not the recorded one.`);
    texts[name] = (opening as readonly (string | null)[])[1] ?? null;
  }
  const missing = names.filter((name) => !(name in texts));
  withheld.push(...missing.map((name) => `${where}: ${name}`));
  return { texts, withheld: missing, isErased: false };
}

/** The amounts that the deployment states are the sums of the entries. */
export function checkAmounts(spend: Claims, entries: readonly ReadEntry[]): void {
  require(entries.length > 0, "The receipt has no ledger entry.");
  const isOrdered = entries.every(
    ({ sequence }, index) => sequence > (entries[index - 1]?.sequence ?? 0),
  );
  require(isOrdered, "The ledger entries are not in order, or one is listed twice.");
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

/**
 * Each entry was decided within all approvals. A card can be charged more than that, which is stated and
 * not rejected.
 */
export function overrunIn(
  spend: Claims,
  entries: readonly ReadEntry[],
  approvals: readonly ReceiptApproval[],
): bigint | null {
  const proposed = BigInt(String(spend["amount"]));
  const approved = lowestOf([
    proposed,
    ...approvals.map(({ approvedAmount }) => BigInt(approvedAmount)),
  ]);
  // Its last element exists only if an approver lowered the amount.
  const decided = entries.flatMap(({ decision }) =>
    decision === null ? [] : BigInt(decision[11] ?? proposed),
  );
  require(decided.every(
    (amount) => amount <= approved,
  ), "The ledger entries are of a higher amount than their approvals.");
  const overrun = paidIn(entries) - lowestOf([approved, ...decided]);
  return overrun > 0n ? overrun : null;
}

/** Before refunds, but without payments that were undone. */
function paidIn(entries: readonly ReadEntry[]): bigint {
  return entries
    .filter(({ reversalOf }) => reversalOf === null)
    .map((entry) => {
      const reversals = entries.filter(({ reversalOf }) => reversalOf === entry.id);
      const returned = reversals.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
      return returned >= -BigInt(entry.amount) ? 0n : -BigInt(entry.amount);
    })
    .reduce((sum, amount) => sum + amount, 0n);
}

function lowestOf(amounts: readonly bigint[]): bigint {
  return amounts.reduce((lowest, amount) => (amount < lowest ? amount : lowest));
}
