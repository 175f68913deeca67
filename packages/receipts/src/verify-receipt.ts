import { listIn, objectIn, problemIn, require, type Scope } from "./receipt-claims.ts";
import { approvalIn, proposalIn, quoteIn, rulesIn } from "./receipt-decision.ts";
import { checkAmounts, entryIn, overrunIn, type ReadEntry } from "./receipt-entries.ts";
import { receiptForm } from "./receipt-forms.ts";
import { paymentIn } from "./receipt-payment.ts";
import type {
  KeySet,
  ReceiptApproval,
  ReceiptFacts,
  ReceiptReport,
  TrustedWitnesses,
} from "./receipt-report.ts";
import { readSdJwt, type SdJwt } from "./sd-jwt.ts";
import { checkpointIn, keysIn, signatureOf } from "./signed-claims.ts";

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
    return { valid: false, problems: [problemIn(error, "receipt")], withheld: [], facts: null };
  }
}

async function factsIn(
  jwt: SdJwt,
  keySet: KeySet,
  options: TrustedWitnesses,
  withheld: string[],
): Promise<ReceiptFacts> {
  const { claims } = jwt;
  const { sub, workspace } = claims;
  require(typeof sub === "string" && typeof workspace === "string", "The receipt names no spend.");
  const keys = keysIn(keySet);
  const signature = await signatureOf(jwt, keys, { type, format, what: "receipt" });
  require(receiptForm(claims), "The receipt is malformed.");
  const note = String(claims["checkpoint"]);
  const { checkpoint, isCosigned } = await checkpointIn(note, workspace, signature, keys, options);
  const deployments = new Set(keys.map(({ deployment }) => deployment));
  const scope: Scope = { workspace, sub, checkpoint, deployments, withheld };
  const entries: ReadEntry[] = [];
  // One after the other, so that what is withheld has an order.
  for (const entry of listIn(claims, "entries")) entries.push(await entryIn(entry, scope));
  const spend = objectIn(claims, "spend");
  checkAmounts(spend, entries);
  const proposal = await proposalIn(claims, spend, scope);
  const decided = entries.findLast(({ decision }) => decision !== null)?.decision ?? null;
  const approved = { proposal, proposed: spend["amount"], entries };
  const approvals: ReceiptApproval[] = [];
  for (const [index, approval] of listIn(claims, "approvals").entries()) {
    approvals.push(await approvalIn(approval, index, approved, scope));
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
