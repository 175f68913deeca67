import { Micros } from "@agent-treasury/provider";
import { paymentExecutorConformance } from "@agent-treasury/testing";
import { describe, expect, it } from "vitest";
import { type ScriptedExecutor, scriptedExecutor } from "./scripted-executor.ts";

const suite = {
  countPayments: (executor: object, proposalId: string) =>
    (executor as ScriptedExecutor).payments.filter((one) => one.proposalId === proposalId).length,
};

paymentExecutorConformance(
  { describe, it, expect },
  {
    ...suite,
    create: () =>
      scriptedExecutor({
        script: ({ amount }) => (amount === Micros.of(13_000_000n) ? "decline" : "pay"),
      }),
    declined: { amount: Micros.of(13_000_000n) },
    createFailing: () => scriptedExecutor({ script: () => "pay_then_fail" }),
  },
);

describe("an accepted payment that completes later", () => {
  paymentExecutorConformance(
    { describe, it, expect },
    {
      countPayments: (executor, proposalId) =>
        (executor as ScriptedExecutor).calls.some(
          (one) => one.proposalId === proposalId && one.call === "pay",
        )
          ? 1
          : 0,
      create: () => scriptedExecutor({ script: () => "accept" }),
      finish: async (executor, proposalId) => {
        (executor as ScriptedExecutor).finish(proposalId, "paid");
      },
    },
  );
});

describe("a payment that is prepared", () => {
  paymentExecutorConformance(
    { describe, it, expect },
    { ...suite, create: () => scriptedExecutor({ prepares: true }) },
  );
});
