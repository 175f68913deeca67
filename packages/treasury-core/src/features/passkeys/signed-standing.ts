import { vendorIdOf } from "../../kernel/payees/payee-identity.ts";
import { erasedText } from "../../kernel/proposals/erased-marker.ts";
import type { SpendProposal } from "../../kernel/proposals/proposal.ts";
import type { ActionRecord } from "../administration/index.ts";
import { type StandingTerms, termsFromJson } from "../standing-approvals/index.ts";
import type { SignatureClaim, SignedClaims } from "./signed-claims.ts";

/** An approval that a standing approval gave, and whose person signed the standing approval. */
export interface StandingClaim extends Pick<SignatureClaim, "where" | "evidence" | "approver"> {
  /** Id of the standing approval. */
  readonly standing: string;
  /** Missing in an entry. */
  readonly proposal?: SpendProposal;
}

interface CreatedStanding {
  readonly actionId: string;
  readonly digest: string;
  readonly terms: StandingTerms;
}

/** Compares approvals with the actions that created their standing approvals. */
export class SignedStanding {
  readonly #created: Map<string, CreatedStanding> = new Map();
  readonly #claims: StandingClaim[] = [];

  add(claim: StandingClaim): void {
    this.#claims.push(claim);
  }

  addAction({ id, type, status, payload }: ActionRecord, digest: string): void {
    if (type !== "create_standing_approval" || status !== "done") return;
    const terms = termsFromJson(payload);
    this.#created.set(terms.id, { actionId: id, digest, terms });
  }

  /** Adds the signatures that the approvals name. Call it after all parts. */
  addClaims(claims: SignedClaims): string | null {
    for (const { standing, proposal, ...claim } of this.#claims) {
      const created = this.#created.get(standing);
      if (created === undefined) return `${claim.where} names a standing approval that is missing.`;
      const { actionId: subject, digest, terms } = created;
      if (proposal !== undefined && !covers(terms, proposal)) {
        return `${claim.where} names a standing approval for other spends.`;
      }
      claims.add({ ...claim, intent: "approve_action", subject, digest });
    }
    return null;
  }
}

function covers({ agentId, vendor, maximum }: StandingTerms, spend: SpendProposal): boolean {
  const isPayee =
    [spend.vendor, vendor].includes(erasedText) || vendorIdOf(spend.vendor) === vendorIdOf(vendor);
  return isPayee && spend.agentId === agentId && spend.amount <= maximum;
}
