import { type Json, Micros, type JsonObject } from "@agent-treasury/provider";
import { requirementToJson } from "@agent-treasury/rules";
import { saltOfField, sha256Hex } from "../ledger/hash.ts";
import type { FixedProposal, SpendProposal } from "./proposal.ts";

const formatVersion = "agent-treasury/proposal/1";
/** Covers the quote. */
const quotedVersion = "agent-treasury/proposal/2";
/** Covers the deployment and the payout, and each text by a salt of its own. */
const deploymentVersion = "agent-treasury/proposal/3";

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
  | "payout"
  | "deployment"
  | "ruling"
>;

export function fixProposal(
  workspaceId: string,
  proposal: DigestedProposal,
  salt: string,
): FixedProposal {
  const digest = sha256Hex(canonicalProposal(workspaceId, proposal, commitmentTo(proposal, salt)));
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
  return sha256Hex(canonicalText(workspaceId, proposal, fixed)) === fixed.digest;
}

/** The text that the digest of a proposal covers. */
export function canonicalText(
  workspaceId: string,
  proposal: DigestedProposal,
  { salt, texts }: Pick<FixedProposal, "salt" | "texts">,
): string {
  return canonicalProposal(
    workspaceId,
    proposal,
    salt === null ? texts : commitmentTo(proposal, salt),
  );
}

/** In format 3, the commitments to the texts, joined by spaces. */
function commitmentTo(proposal: DigestedProposal, salt: string): string {
  const { vendor, purpose, category, reason, deployment } = proposal;
  if (deployment === null)
    return sha256Hex(JSON.stringify([salt, vendor, purpose, category, reason]));
  return Object.entries({ vendor, purpose, category, reason })
    .map(([field, text]) => sha256Hex(JSON.stringify([saltOfField(salt, field), text])))
    .join(" ");
}

function canonicalProposal(
  workspaceId: string,
  proposal: DigestedProposal,
  texts: string | null,
): string {
  const { id, epoch, agentId, amount, quote, ruling, payout, deployment } = proposal;
  const { allocationId, rules, proposedUnder, requirements } = ruling;
  const fields = [
    workspaceId,
    epoch,
    id,
    agentId,
    Micros.toText(amount),
    allocationId,
    proposedUnder === undefined ? rules : proposedUnder,
    requirements.map(requirementToJson),
    texts,
  ];
  const quoted = quote === null ? [] : [quote.digest];
  const canonical =
    deployment === null
      ? [quote === null ? formatVersion : quotedVersion, ...fields, ...quoted]
      : [
          deploymentVersion,
          deployment,
          ...fields,
          quote?.digest ?? null,
          payout && [payout.id, sorted(payout.terms)],
        ];
  return JSON.stringify(canonical);
}

/** A storage may return the fields of an object in another order. */
function sorted(json: Json): Json {
  if (Array.isArray(json)) return json.map(sorted);
  if (typeof json !== "object" || json === null) return json;
  return Object.entries(json as JsonObject)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, value]) => [name, sorted(value)]);
}

export function fixedToJson({ digest, salt, texts }: FixedProposal): JsonObject {
  return { digest, ...(salt === null ? { texts } : { salt }) };
}

export function fixedFromJson(json: JsonObject): FixedProposal {
  const { digest, salt = null, texts = null } = json as Partial<FixedProposal>;
  return { digest: digest ?? "", salt, texts };
}
