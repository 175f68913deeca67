import type {
  RouteAddresses,
  RouteName,
  StreamedRouteName,
  TurnRouteName,
} from "@agent-treasury/contract/wire";

export type Route = RouteAddresses[RouteName];

export type StreamedRoute = RouteAddresses[StreamedRouteName];

/** Its stream can be resumed. */
export type TurnRoute = RouteAddresses[TurnRouteName];
