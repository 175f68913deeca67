import type { RouteAddresses, RouteName, StreamedRouteName } from "@agent-treasury/contract/wire";

/** An operation as method and path, such as `POST /agent`. */
export type Route = RouteAddresses[RouteName];

/** An operation whose response can be a stream. */
export type StreamedRoute = RouteAddresses[StreamedRouteName];
