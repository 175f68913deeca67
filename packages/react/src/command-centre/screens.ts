/** Screens that are the same in wide and narrow windows. */
export const ownScreens: readonly OwnScreen[] = [
  "ledger",
  "rules",
  "allocations",
  "agents",
  "machines",
  "webhooks",
];

export type OwnScreen = "ledger" | "rules" | "allocations" | "agents" | "machines" | "webhooks";

/** `command` is inbox and agent side by side. `inbox` and `agent` are for narrow windows. */
export type Screen = "command" | "inbox" | "agent" | OwnScreen;

export const screenLabels: Readonly<Record<Screen, string>> = {
  command: "Inbox and agent",
  inbox: "Inbox",
  agent: "Agent",
  ledger: "Ledger",
  rules: "Rules",
  allocations: "Allocations",
  agents: "Agents",
  machines: "Machines",
  webhooks: "Webhooks",
};
