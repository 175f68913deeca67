import { applySpendControls } from "@coinbase/cdp-sdk/x402";
import { wrapFetchWithPayment } from "@x402/fetch";
import { exampleClient } from "./paying-fetch.ts";
import { requireDelivery, runProgram } from "./program.ts";

await runProgram(async (setting) => {
  const { token: asset, capDollars } = setting;
  const client = exampleClient(setting);
  applySpendControls(client, {
    maxAmountPerPayment: { atomic: 1_000_000n, asset },
    maxCumulativeSpend: { atomic: BigInt(capDollars * 1_000_000), asset },
    maxCumulativeSpendWindow: "24h",
    allowedNetworks: ["eip155:31337"],
  });
  const fetchWithPayment = wrapFetchWithPayment(fetch, client);
  return { buy: async ({ url }) => requireDelivery(await fetchWithPayment(url)) };
});
