import { evm, Mppx } from "mppx/client";
import { privateKeyToAccount } from "viem/accounts";
import { requireDelivery, runProgram } from "./program.ts";

await runProgram(async ({ privateKey }) => {
  Mppx.create({
    methods: [
      evm.charge({
        account: privateKeyToAccount(privateKey),
        authorization: { name: "Test Dollar", version: "2" },
      }),
    ],
  });
  // The global `fetch` pays.
  return { buy: async ({ url }) => requireDelivery(await fetch(url)) };
});
