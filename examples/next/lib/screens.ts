import type { Screen } from "@agent-treasury/react/command-centre";

/** The title of each screen before the page has loaded. */
const titles: Readonly<Record<Screen, string>> = {
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

/** Returns the path of a screen, without the app's prefix. */
export function pathOf(screen: Screen): string {
  return screen === "command" ? "/command" : `/command/${screen}`;
}

/** Returns the screen for the segments of a path after `/command`; null if the path is unknown. */
export function screenAt(segments: readonly string[] = []): Screen | null {
  const path = ["/command", ...segments].join("/");
  return (Object.keys(titles) as Screen[]).find((screen) => pathOf(screen) === path) ?? null;
}

export function titleAt(segments: readonly string[] = []): string {
  const screen = screenAt(segments);
  return screen === null ? "Not found" : titles[screen];
}
