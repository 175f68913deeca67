/** Whether policy may approve any payee, or only one that a person named or approved. */
export type AutoApprovePayees = "known" | "any";

export interface PayeeTerms {
  readonly autoApprovePayees?: AutoApprovePayees;
  /** The origins that paid fetch may request without asking. */
  readonly listedOrigins?: ReadonlySet<string>;
}
