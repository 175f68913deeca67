import type { PaymentExecutor } from "@agent-treasury/provider";
import { createTreasury, type Proposal, type Treasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { Stripe } from "stripe";
import { stripePayments } from "../stripe-payments.ts";
import { stripeIssuingExecutor } from "./stripe-issuing-executor.ts";

const apiKey = "sk_test_51StandInKey00000000";
const webhookSecret = "whsec_standInSecret000000000";
const authorizationSecret = "whsec_standInSecret111111111";
const address = "https://treasury.example/api/service/treasury";

export interface CardTreasury {
  readonly treasury: Treasury;
  readonly executor: PaymentExecutor;
  /** Approves a spend of $30, for which a card is created. */
  buy(): Promise<Proposal>;
  /** Delivers an event to the webhook, and returns the status. */
  deliver(event: object): Promise<number>;
  /** Asks the endpoint for real-time authorizations. */
  ask(event: object, secret?: string): Promise<Response>;
  isApproved(event: object): Promise<boolean>;
}

/** A treasury of $1,000 whose spends are paid by cards of Stripe Issuing. */
export function cardTreasury(): CardTreasury {
  const stripe = { apiKey, maximumRetries: 0 };
  const executor = stripeIssuingExecutor({
    ...stripe,
    authorizationSecret,
    cardholder: "ich_1",
    deliverCard: async () => {},
  });
  const treasury = createTreasury({
    baseUrl: "https://treasury.example",
    storage: memoryStorage(),
    payments: { processor: stripePayments({ ...stripe, webhookSecret }) },
    executors: { executor, timeoutSeconds: 5 },
    budget: { startingCapitalUsd: 1_000 },
    recoverySeconds: false,
  });
  const post = async (path: string, event: object, secret: string): Promise<Response> => {
    const body = JSON.stringify(event);
    const { webhooks } = new Stripe(apiKey);
    const signature = await webhooks.generateTestHeaderStringAsync({ payload: body, secret });
    const headers = { "stripe-signature": signature, "content-type": "application/json" };
    return treasury.handler(new Request(`${address}/${path}`, { method: "POST", body, headers }));
  };
  const ask: CardTreasury["ask"] = (event, secret = authorizationSecret) =>
    post("card-authorizations", event, secret);
  return {
    treasury,
    executor,
    buy: async () => {
      const spend = { amountUsd: 30, vendor: "Acme", purpose: "a lamp" };
      const { proposal } = await treasury.propose({ workspaceId: "acme", ...spend });
      const { id: proposalId } = proposal;
      return treasury.decide({ workspaceId: "acme", proposalId, decision: "approve" });
    },
    deliver: async (event) => (await post("webhook", event, webhookSecret)).status,
    ask,
    isApproved: async (event) => {
      const { approved } = (await (await ask(event)).json()) as { approved: boolean };
      return approved;
    },
  };
}
