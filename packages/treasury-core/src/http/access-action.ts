import type { RouteName } from "@agent-treasury/contract";

/** `mcp` is any request to `/mcp`. */
export type AccessAction = RouteName | "mcp";
