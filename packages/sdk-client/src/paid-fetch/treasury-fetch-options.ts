export interface TreasuryFetchOptions {
  /** What the payments are for. Approvers read it. */
  readonly purpose: string;
  /** Default: the workspace of the client. */
  readonly workspaceId?: string | undefined;
  /** Kind of purchase. */
  readonly category?: string | undefined;
  /** Allocation of the payments. */
  readonly allocationId?: string | undefined;
  /** Name of the sub-agent, self-reported. */
  readonly agentLabel?: string | undefined;
  /** Highest price of one request in USD. Higher ones are rejected. Default: none. */
  readonly maximumUsd?: number | undefined;
  /** For which a request waits for approval and payment. Default: 60. */
  readonly waitSeconds?: number | undefined;
}
