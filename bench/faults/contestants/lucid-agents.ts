import { join } from "node:path";
import {
  createPaymentTracker,
  createRateLimiter,
  createSQLitePaymentStorage,
  wrapBaseFetchWithPolicy,
} from "@lucid-agents/payments";
import { wrapFetchWithPayment } from "@x402/fetch";
import { exampleClient } from "./paying-fetch.ts";
import { requireDelivery, runProgram } from "./program.ts";

await runProgram(async (setting) => {
  const policy = {
    name: "Daily Spending Limit",
    outgoingLimits: {
      global: {
        maxPaymentUsd: 10,
        maxTotalUsd: setting.capDollars,
        windowMs: 86_400_000,
      },
    },
  };
  const tracker = createPaymentTracker(
    createSQLitePaymentStorage(join(setting.folder, "payments.db")),
  );
  const policed = wrapBaseFetchWithPolicy(fetch, [policy], tracker, createRateLimiter());
  const fetchWithPayment = wrapFetchWithPayment(policed, exampleClient(setting));
  return { buy: async ({ url }) => requireDelivery(await fetchWithPayment(url)) };
});
