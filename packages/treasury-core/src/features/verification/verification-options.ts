import type { NamesOf } from "@agent-treasury/provider/helpers";

/**
 * What a failed verification leads to: the event `verificationFailed`, a notice on the page, and a
 * finding of `agent-treasury doctor`.
 */
export interface VerificationOptions {
  /** Each workspace is verified once in this time. Above 0, at most 8,784. */
  readonly everyHours: number;
  /** Whether it also freezes the payments of the workspace. Default: false. */
  readonly freeze?: boolean;
}

export const verificationNames: NamesOf<VerificationOptions> = { everyHours: true, freeze: true };
