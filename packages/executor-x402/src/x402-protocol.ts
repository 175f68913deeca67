import { createHash } from "node:crypto";
import { encodePaymentSignatureHeader } from "@x402/core/http";
import { permit2Payload } from "./authorization/typed-data.ts";
import type { PaymentProtocol } from "./payment-protocol.ts";
import { payeeSignatures } from "./payment/payee-signatures.ts";
import { readChallenge } from "./quote/read-challenge.ts";

/** Version 2 of x402. */
export const x402Protocol: PaymentProtocol = {
  rail: "x402",
  readChallenge,
  signaturesOf: payeeSignatures,
  headersOf: (terms, { deploymentId, signature, ...authorization }, echo) => {
    const { accepted, paymentIdentifier, permit2 } = terms;
    // The nonce alone is public once the payment is on the chain, and sellers return an answer again
    // to the holder of the identifier.
    const secret = `${deploymentId}:${authorization.nonce}`;
    const id = `at_${createHash("sha256").update(secret).digest("hex")}`;
    const { info, ...declared } = paymentIdentifier ?? {};
    const identifier = { ...declared, info: { ...(info as object), id } };
    const extensions = {
      ...echo?.extensions,
      ...(paymentIdentifier !== null && { "payment-identifier": identifier }),
    };
    const payment = encodePaymentSignatureHeader({
      x402Version: 2,
      ...(echo !== null && { resource: echo.resource as never }),
      accepted: accepted as never,
      payload:
        permit2 === null
          ? { signature, authorization }
          : { signature, permit2Authorization: permit2Payload(terms, authorization) },
      ...(Object.keys(extensions).length > 0 && { extensions }),
    });
    return { "payment-signature": payment };
  },
};
