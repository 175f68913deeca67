import { appendFileSync, existsSync, readFileSync } from "node:fs";
import type { PaymentExecutor, SpendOrder } from "@agent-treasury/provider";

/** Pays by card. */
export const card: PaymentExecutor = {
  specificationVersion: "1",
  provider: "card",
  keyLifetimeMs: 86_400_000,
  mode: () => "sandbox",
  pay: async (order) => paid(order),
  find: async () => ({ kind: "not_sent" }),
};

/**
 * Records each payment in a file as soon as it is asked to pay.
 *
 * @param answer - resolves when the executor may answer.
 */
export function recordingPayee<Executor extends PaymentExecutor>(
  executor: Executor,
  path: string,
  answer: () => Promise<void>,
): Executor {
  return {
    ...executor,
    pay: async (order: SpendOrder) => {
      appendFileSync(path, `${order.proposalId}\n`);
      await answer();
      return executor.pay(order);
    },
    find: async (order: SpendOrder) =>
      paymentsIn(path).includes(order.proposalId) ? paid(order) : { kind: "not_sent" },
  };
}

/** The ids of the proposals that were paid, one for each payment. */
export function paymentsIn(path: string): readonly string[] {
  return existsSync(path) ? readFileSync(path, "utf8").trim().split("\n") : [];
}

function paid({ proposalId, amount }: SpendOrder) {
  const captures = [{ id: `capture ${proposalId}`, amount }];
  return { kind: "executed", captures, reference: proposalId } as const;
}
