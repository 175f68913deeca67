import type { CopiedPart } from "@agent-treasury/provider";

/** Texts of a spend. Its entries, or those of its refunds, do not contain them. */
export interface PaidSpend {
  readonly vendor: string | null;
  readonly purpose: string | null;
  readonly category: string | null;
  readonly agentId: string | null;
}

/** Spends of one workspace by the id of their proposal. A copy has them before the entries. */
export class PaidSpends {
  readonly #spends = new Map<string, PaidSpend>();

  add(part: CopiedPart): void {
    if (part.kind !== "doc" || part.doc.kind !== "proposal") return;
    const { status, vendor, purpose, category, agentId } = part.doc.body as {
      readonly status: string;
      readonly vendor?: string | null;
      readonly purpose?: string | null;
      readonly category?: string | null;
      readonly agentId?: string;
    };
    if (status === "denied" || status === "pending") return;
    this.#spends.set(part.doc.id, {
      vendor: vendor ?? null,
      purpose: purpose ?? null,
      category: category ?? null,
      agentId: agentId ?? null,
    });
  }

  get(proposalId: string | null): PaidSpend | null {
    return proposalId === null ? null : (this.#spends.get(proposalId) ?? null);
  }
}
