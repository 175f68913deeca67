import { payingFetch } from "./paying-fetch.ts";
import { requireDelivery, runProgram } from "./program.ts";

await runProgram(async (setting) => {
  const fetchWithPayment = payingFetch(setting);
  return { buy: async ({ url }) => requireDelivery(await fetchWithPayment(url)) };
});
