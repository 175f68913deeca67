import { listIn, objectIn, require, type Scope } from "./receipt-claims.ts";
import { approvalIn, proposalIn, quoteIn, rulesIn } from "./receipt-decision.ts";
import { checkAmounts, entryIn, overrunIn } from "./receipt-entries.ts";
import { paymentIn } from "./receipt-payment.ts";
import type {
  KeySet,
  ReceiptApproval,
  ReceiptFacts,
  ReceiptReport,
  TrustedWitnesses,
} from "./receipt-report.ts";
import { readSdJwt, type SdJwt } from "./sd-jwt.ts";
import { checkpointIn, signatureOf } from "./signed-claims.ts";

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
  const { claims } = jwt;
  const { sub, workspace } = claims as Record<string, string>;
  require(typeof sub === "string" && typeof workspace === "string", "The receipt names no spend.");
  const signature = await signatureOf(jwt, keys, { type, format, what: "receipt" });
  const note = String(claims["checkpoint"]);
  const { checkpoint, isCosigned } = await checkpointIn(note, workspace, signature, keys, options);
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
  const approved = { proposal, proposed: spend["amount"], approvers };
  const approvals: ReceiptApproval[] = [];
  for (const [index, approval] of listIn(claims, "approvals").entries()) {
    approvals.push(await approvalIn(approval, index + 1, approved, scope));
  }
  const isComplete = (digests: unknown): boolean =>
    !Array.isArray(digests) || digests.length === approvals.length;
  const isWhole = entries.every(({ decision }) => isComplete(decision?.[10]));
  require(isWhole, "The approvals are not those of the ledger entries.");
  const overrun = overrunIn(spend, entries, approvals);
  const rules = await rulesIn(claims, decided?.[7] ?? null, withheld);
  const quote = await quoteIn(claims, proposal?.canonical ?? null, withheld);
  const payment = paymentIn(claims, quote, entries, withheld);
  return {
    deployment: signature.deployment,
    workspace,
    proposalId: sub,
    issuedAt: signature.at.toISOString(),
    spend,
    proposal: proposal && { digest: proposal.digest, ...proposal.texts },
    entries: entries.map(({ decision: _decision, approvers: _approvers, ...entry }) => entry),
    approvals,
    overrun: overrun === null ? null : String(overrun),
    rules,
    quote,
    payment,
    checkpoint,
    isCosigned,
  };
}
