import type { AdministrativeActionType } from "@agent-treasury/contract";
import type { Doc, JsonObject } from "@agent-treasury/provider";

/** What a document shows in the evidence of a period. */
export interface Evidence {
  readonly record: "decision" | "rules" | "change" | "exception";
  /** Times of the document itself, in ISO 8601. It belongs to the period if one of them does. */
  readonly at: readonly (string | null)[];
  readonly content: object;
}

export interface EvidenceSource {
  readonly workspaceId: string;
  /** The document of the kind `beside` with the same id. */
  readonly beside: Doc | undefined;
  /** What an administrative action changes. */
  detailsOf(type: AdministrativeActionType, payload: JsonObject): object;
}

/** How documents of a kind are shown. */
export interface EvidenceKind {
  readonly beside?: string;
  /** Null for a document of which there is nothing to show. */
  show(doc: Doc, source: EvidenceSource): Evidence | null;
}
