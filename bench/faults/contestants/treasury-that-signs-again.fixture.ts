import { runTreasury } from "./run-treasury.ts";

/** A deployment whose executor signs at each presentation, in place of the committed authorization. */
await runTreasury({
  executor: (executor) => {
    const { prepare } = executor;
    if (prepare === undefined) throw new Error("The executor prepares nothing.");
    return {
      ...executor,
      pay: async (order) => executor.pay({ ...order, payload: await prepare(order) }),
    };
  },
});
