import { appendPaymentIdentifierToExtensions } from "@x402/extensions/payment-identifier";
import { wrapFetchWithPayment } from "@x402/fetch";
import { exampleClient } from "./paying-fetch.ts";
import { requireDelivery, runProgram } from "./program.ts";

await runProgram(async (setting) => ({
  buy: async ({ id, url }) => {
    // One client for each purchase, as the example has one identifier for its client.
    const client = exampleClient(setting);
    client.onBeforePaymentCreation(async ({ paymentRequired: { extensions } }) => {
      if (extensions) appendPaymentIdentifierToExtensions(extensions, id);
    });
    await requireDelivery(await wrapFetchWithPayment(fetch, client)(url));
  },
}));
