import type { ScriptedAnswer } from "@agent-treasury/sandbox";

/**
 * The approval of a spend, the executor's behaviour by call, and the end of an accepted payment.
 */
export interface SpendScenario {
  readonly by: "person" | "policy";
  readonly script: readonly ScriptedAnswer[];
  readonly end?: "paid" | "declined";
  /** Whether the executor prepares the payment. */
  readonly prepares?: boolean;
}

/**
 * A selection of scenarios. Automatic approvals include a whole turn, which takes three times as
 * many crashes.
 */
export const scenarios: Readonly<Record<string, SpendScenario>> = {
  "that is paid": { by: "person", script: ["pay"] },
  "whose payment receives no response": { by: "policy", script: ["pay_then_fail"] },
  "that is paid at the second attempt": { by: "person", script: ["fail", "pay"] },
  "that is declined": { by: "person", script: ["decline"] },
  "that is prepared, presented again, and paid meanwhile": {
    by: "person",
    script: ["pay_later", "pay"],
    prepares: true,
  },
  "that is paid late": { by: "person", script: ["accept"], end: "paid" },
};

const furtherScenarios: Readonly<Record<string, SpendScenario>> = {
  "that policy approves and that is paid": { by: "policy", script: ["pay"] },
  "that policy approves and that is paid at the second attempt": {
    by: "policy",
    script: ["fail", "pay"],
  },
  "that policy approves and that is paid late": { by: "policy", script: ["accept"], end: "paid" },
  "that policy approves and that is declined": { by: "policy", script: ["decline"] },
  "that is declined at the second attempt": { by: "person", script: ["unknown", "decline"] },
  "that is prepared, and whose payment receives no response": {
    by: "person",
    script: ["pay_then_fail"],
    prepares: true,
  },
  "that is paid with twice the amount": { by: "person", script: ["pay_more"] },
  "that is declined late": { by: "person", script: ["accept"], end: "declined" },
};

/** All scenarios. */
export const allScenarios: Readonly<Record<string, SpendScenario>> = {
  ...scenarios,
  ...furtherScenarios,
};
