import { decodePaymentSignatureHeader } from "@x402/core/http";
import type { PaymentPayload } from "@x402/core/types";
import { extractPaymentIdentifier } from "@x402/extensions/payment-identifier";
import { mppTransfer, type SellerResponse } from "evm-for-tests";

/** The payment of a credential, in the form of x402. */
export function paymentOf(credential: string): PaymentPayload {
  const { signature, ...authorization } = mppTransfer(credential);
  const accepted = { amount: authorization.value };
  return { accepted, payload: { signature, authorization } } as unknown as PaymentPayload;
}

export function permitOf({ payload }: PaymentPayload): { readonly nonce: string } {
  return payload["permit2Authorization"] as { readonly nonce: string };
}

/** Returns the answer to a payment with an identifier again, and rejects another payment with it. */
export function recordedAnswers() {
  const answers = new Map<string, { readonly payment: string; readonly answer: SellerResponse }>();
  return async (payment: string, sell: () => Promise<SellerResponse>): Promise<SellerResponse> => {
    const id = extractPaymentIdentifier(decodePaymentSignatureHeader(payment));
    if (id === null) return sell();
    const recorded = answers.get(id);
    if (recorded !== undefined) {
      return recorded.payment === payment ? recorded.answer : { status: 409 };
    }
    const answer = await sell();
    if (answer.status === 200) answers.set(id, { payment, answer });
    return answer;
  };
}
