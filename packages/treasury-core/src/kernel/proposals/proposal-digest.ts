import { Micros, type JsonObject } from "@agent-treasury/provider";
import { requirementToJson } from "@agent-treasury/rules";
import { sha256Hex } from "../ledger/hash.ts";
import type { FixedProposal, SpendProposal } from "./proposal.ts";

const formatVersion = "agent-treasury/proposal/1";
/** Covers the quote. */
const quotedVersion = "agent-treasury/proposal/2";

type DigestedProposal = Pick<
  SpendProposal,
  | "id"
  | "epoch"
  | "agentId"
  | "amount"
  | "vendor"
  | "purpose"
  | "category"
  | "reason"
  | "quote"
  | "ruling"
>;

export function fixProposal(
  workspaceId: string,
  proposal: DigestedProposal,
  salt: string,
): FixedProposal {
  const digest = digestOf(workspaceId, proposal, commitmentTo(proposal, salt));
  return { digest, salt, texts: null };
}

/** Replaces the salt by the commitment, so that the digest can still be verified. */
export function withoutTexts(fixed: FixedProposal, proposal: DigestedProposal): FixedProposal {
  if (fixed.salt === null) return fixed;
  return { ...fixed, salt: null, texts: commitmentTo(proposal, fixed.salt) };
}

/** Whether the stored proposal is the one that was digested. Requires all its requirements. */
export function isDigestValid(workspaceId: string, proposal: SpendProposal): boolean {
  const { fixed } = proposal;
  if (fixed === null) return true;
  const texts = fixed.salt === null ? fixed.texts : commitmentTo(proposal, fixed.salt);
  return texts !== null && digestOf(workspaceId, proposal, texts) === fixed.digest;
}

function commitmentTo({ vendor, purpose, category, reason }: DigestedProposal, salt: string) {
  return sha256Hex(JSON.stringify([salt, vendor, purpose, category, reason]));
}

function digestOf(
  workspaceId: string,
  { id, epoch, agentId, amount, quote, ruling }: DigestedProposal,
  texts: string,
): string {
  const { allocationId, rules, proposedUnder, requirements } = ruling;
  const canonical = [
    quote === null ? formatVersion : quotedVersion,
    workspaceId,
    epoch,
    id,
    agentId,
    Micros.toText(amount),
    allocationId,
    proposedUnder === undefined ? rules : proposedUnder,
    requirements.map(requirementToJson),
    texts,
    ...(quote === null ? [] : [quote.digest]),
  ];
  return sha256Hex(JSON.stringify(canonical));
}

export function fixedToJson({ digest, salt, texts }: FixedProposal): JsonObject {
  return { digest, ...(salt === null ? { texts } : { salt }) };
}

export function fixedFromJson(json: JsonObject): FixedProposal {
  const { digest, salt = null, texts = null } = json as Partial<FixedProposal>;
  return { digest: digest ?? "", salt, texts };
}
