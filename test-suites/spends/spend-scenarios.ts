import type { ScriptedAnswer } from "@agent-treasury/sandbox";

/** How a spend is approved, what the executor does with it call by call, and how what it accepted ends. */
export interface SpendScenario {
  readonly by: "person" | "policy";
  readonly script: readonly ScriptedAnswer[];
  readonly end?: "paid" | "declined";
}

/**
 * The most telling ones. What policy approves begins with a whole turn, so it takes three times as many
 * crashes.
 */
export const scenarios: Readonly<Record<string, SpendScenario>> = {
  "that is paid": { by: "person", script: ["pay"] },
  "whose payment is not answered": { by: "policy", script: ["pay_then_fail"] },
  "that is paid at the second try": { by: "person", script: ["fail", "pay"] },
  "that is declined": { by: "person", script: ["decline"] },
  "that is paid late": { by: "person", script: ["accept"], end: "paid" },
};

const furtherScenarios: Readonly<Record<string, SpendScenario>> = {
  "that policy approves and that is paid": { by: "policy", script: ["pay"] },
  "that policy approves and that is paid at the second try": {
    by: "policy",
    script: ["fail", "pay"],
  },
  "that policy approves and that is paid late": { by: "policy", script: ["accept"], end: "paid" },
  "that policy approves and that is declined": { by: "policy", script: ["decline"] },
  "that is declined at the second try": { by: "person", script: ["unknown", "decline"] },
  "that is paid twice over": { by: "person", script: ["pay_more"] },
  "that is declined late": { by: "person", script: ["accept"], end: "declined" },
};

/** Every one. */
export const allScenarios: Readonly<Record<string, SpendScenario>> = {
  ...scenarios,
  ...furtherScenarios,
};
