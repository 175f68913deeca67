import type { PaymentAuthorization } from "@agent-treasury/contract";
import type { AuthorizedPayment, PaymentExecutor, WebhookDelivery } from "@agent-treasury/provider";
import { askWithin } from "../../../kernel/ask-within.ts";
import { whileObserved } from "../../../kernel/judgement/observed.ts";
import { authorizePayment } from "./authorize-payment.ts";
import { authorizerOf } from "./authorizer.ts";
import { isPaymentId } from "./read-outcome.ts";
import type { SpendingDeps } from "./spending-deps.ts";

/** Card networks wait for two seconds, which include the way to the treasury and back. */
const longestDecisionMs = 1_400;

export interface AuthorizationAnswer {
  readonly body: PaymentAuthorization;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Answers a card network. Declines whatever the treasury does not hold, and if the storage does not
 * answer in time.
 *
 * @throws TreasuryError `route_not_found`, `webhook_not_connected`, `webhook_signature_invalid`,
 * `webhook_mode_mismatch`.
 */
export async function decideAuthorization(
  deps: SpendingDeps,
  delivery: WebhookDelivery,
): Promise<AuthorizationAnswer> {
  const executor = authorizerOf(deps);
  const { payment, responseHeaders } = await executor.authorizations.read(delivery);
  const approved = payment !== null && (await isHeldFor(deps, executor, payment));
  return { body: { approved }, headers: responseHeaders };
}

async function isHeldFor(
  { committer, policy, clock, report }: SpendingDeps,
  executor: PaymentExecutor,
  payment: AuthorizedPayment,
): Promise<boolean> {
  if (!isPaymentId(payment.authorizationId)) return false;
  const asked = await askWithin(clock, longestDecisionMs, async () => {
    const identity = { provider: executor.provider, mode: executor.mode() };
    const command = authorizePayment(payment, identity, policy);
    return whileObserved(policy, () => committer.run(payment.workspaceId, command));
  });
  if (asked.kind === "answered") return asked.answer;
  if (asked.kind === "threw") report(asked.error);
  else asked.late.catch(report);
  return false;
}
