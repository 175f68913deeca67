import { treasuryOverHttp } from "@agent-treasury/tools";

export interface Purchase {
  readonly amountUsd: number;
  readonly vendor: string;
  readonly purpose: string;
}

export interface Outcome {
  readonly status: "executed" | "denied" | "failed";
  /** The approver's comment. */
  readonly comment: string | null;
}

const {
  TREASURY_URL: url = "http://localhost:3000",
  TREASURY_TOKEN: token = "",
  PAUSE_SECONDS,
} = process.env;
const access = treasuryOverHttp({ url, token });

/** The time between two reads of a spend that waits. */
export const pauseSeconds: number = Number(PAUSE_SECONDS ?? 60);

/**
 * Proposes a purchase, and returns the proposal's id.
 *
 * @param idempotencyKey of the workflow, so that a repeated step is the same spend.
 */
export async function propose(purchase: Purchase, idempotencyKey: string): Promise<string> {
  const { proposal } = await access.propose({ ...purchase, idempotencyKey });
  return proposal.id;
}

/** Returns null while the spend waits for a decision or is being paid. */
export async function readOutcome(proposalId: string): Promise<Outcome | null> {
  const { status, comment } = (await access.readProposal({ proposalId })).proposal;
  const isFinal = status === "executed" || status === "denied" || status === "failed";
  return isFinal ? { status, comment } : null;
}
