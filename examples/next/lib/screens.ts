/** A screen of the page. `command` is inbox and agent side by side, and `inbox` and `agent` are for narrow windows. */
export type Screen =
  | "command"
  | "inbox"
  | "agent"
  | "ledger"
  | "rules"
  | "allocations"
  | "agents"
  | "machines";

/** Screens that are the same in wide and narrow windows. */
export const ownScreens = [
  "ledger",
  "rules",
  "allocations",
  "agents",
  "machines",
] as const satisfies readonly Screen[];

interface ScreenInfo {
  readonly screen: Screen;
  readonly label: string;
  /** The path below the app's prefix. */
  readonly path: string;
}

export const screens: Readonly<Record<Screen, ScreenInfo>> = {
  command: { screen: "command", label: "Inbox and agent", path: "/command" },
  inbox: { screen: "inbox", label: "Inbox", path: "/command/inbox" },
  agent: { screen: "agent", label: "Agent", path: "/command/agent" },
  ledger: { screen: "ledger", label: "Ledger", path: "/command/ledger" },
  rules: { screen: "rules", label: "Rules", path: "/command/rules" },
  allocations: { screen: "allocations", label: "Allocations", path: "/command/allocations" },
  agents: { screen: "agents", label: "Agents", path: "/command/agents" },
  machines: { screen: "machines", label: "Machines", path: "/command/machines" },
};

/** Returns the screen for the segments of a path after `/command`; null if the path is unknown. */
export function screenAt(segments: readonly string[] = []): ScreenInfo | null {
  const path = ["/command", ...segments].join("/");
  return Object.values(screens).find((info) => info.path === path) ?? null;
}
