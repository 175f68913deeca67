import { Inngest, type InngestFunction } from "inngest";
import { type Outcome, type Purchase, pauseSeconds, propose, readOutcome } from "./purchase.ts";

export const inngest: Inngest = new Inngest({ id: "shop" });

/** Serve it with the handler of your framework, such as `serve` of `inngest/express`. */
export const buy: InngestFunction.Any = inngest.createFunction(
  { id: "buy", triggers: [{ event: "purchase/requested" }] },
  async ({ event, step }): Promise<Outcome> => {
    const { order, ...purchase } = event.data as Purchase & { readonly order: string };
    const proposalId = await step.run("propose", () => propose(purchase, order));
    for (let reads = 0; ; reads += 1) {
      const outcome = await step.run(`read-${reads}`, () => readOutcome(proposalId));
      if (outcome !== null) return outcome;
      // Doubles up to an hour, because a function has at most 1,000 steps.
      await step.sleep(`pause-${reads}`, Math.min(pauseSeconds * 2 ** reads, 3_600) * 1_000);
    }
  },
);
