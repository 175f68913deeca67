import type { RouteAddresses, RouteName, StreamedRouteName } from "@agent-treasury/contract/wire";

/** An operation, by where it lives: `POST /agent`. */
export type Route = RouteAddresses[RouteName];

/** One whose answer may be a stream. */
export type StreamedRoute = RouteAddresses[StreamedRouteName];
