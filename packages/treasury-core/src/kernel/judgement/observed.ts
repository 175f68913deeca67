import { TreasuryError } from "@agent-treasury/provider";

/** A value from outside of the workspace, as this process has read it. */
export interface Observed {
  /** Whether it is recent enough to judge a spend. */
  isFresh(): boolean;
  /** Reads it, unless it is fresh. */
  refresh(): Promise<unknown>;
}

/** Thrown through a command by a guard whose observed value is too old. */
export class NotObserved extends TreasuryError {
  constructor(message: string) {
    super("service_busy", message, { headers: { "retry-after": "1" } });
  }
}

const attempts = 10;

/** Runs a command that may begin a payment. Reads observed values again that became too old. */
export async function whileObserved<Answer>(
  { observed }: { readonly observed: readonly Observed[] },
  run: () => Promise<Answer>,
): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    for (const one of observed) if (!one.isFresh()) await one.refresh();
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof NotObserved) || attempt === attempts) throw error;
    }
  }
}
