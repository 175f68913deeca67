import type { RouteName } from "@agent-treasury/contract";

/** A route of a plugin: `plugin:<plugin's id>:<route's name>`. */
export type PluginAccessAction = `plugin:${string}:${string}`;

/** Deliveries to a channel: `channel:<channel's id>`. */
export type ChannelAccessAction = `channel:${string}`;

/** `mcp` is any request to `/mcp`. */
export type AccessAction = RouteName | PluginAccessAction | ChannelAccessAction | "mcp";
