import { payingFetch } from "./paying-fetch.ts";
import { requireDelivery, runProgram } from "./program.ts";

const price = 0.5;

await runProgram(async (setting) => {
  const fetchWithPayment = payingFetch(setting);
  let spent = 0;
  return {
    buy: async ({ url }) => {
      if (spent + price > setting.capDollars) throw new Error("The budget is spent.");
      await requireDelivery(await fetchWithPayment(url));
      spent += price;
    },
  };
});
