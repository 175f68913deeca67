import type { RouteAddresses, RouteName, StreamedRouteName } from "@agent-treasury/contract/wire";

export type Route = RouteAddresses[RouteName];

export type StreamedRoute = RouteAddresses[StreamedRouteName];
