import type { RouteName } from "@agent-treasury/contract";

/** An operation of the service, for example `decideProposal`; `mcp` is any request to `/mcp`. */
export type AccessAction = RouteName | "mcp";
