import type { Storage } from "@agent-treasury/provider";
import { paymentUnrecorded } from "../../../kernel/judgement/payment-unconfirmed.ts";
import { quoteKey, quoteOf } from "../../../kernel/quotes/quote-doc.ts";
import type { HeldSpend, PaymentDocs } from "./held-spend.ts";

/** Of a spend that was just held, so that nothing is prepared. */
export async function readPaymentDocs(
  { storage }: { readonly storage: Storage },
  workspaceId: string,
  spend: HeldSpend,
): Promise<PaymentDocs> {
  if (spend.quote === null) return { quote: null, payload: null };
  const keys = [quoteKey(spend.id)];
  const [snapshot] = await storage.load([{ workspaceId, keys }]).catch((error: unknown) => {
    // Recovery pays the approved spend.
    throw paymentUnrecorded(spend.id, error);
  });
  return { quote: quoteOf(spend, snapshot?.found[0]), payload: null };
}
