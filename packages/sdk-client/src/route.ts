import type {
  Operations,
  RouteAddresses,
  RouteName,
  StreamedRouteName,
  TurnRouteName,
} from "@agent-treasury/contract/wire";

export type Route = RouteAddresses[RouteName];

export type StreamedRoute = RouteAddresses[StreamedRouteName];

/** Its stream can be resumed. */
export type TurnRoute = RouteAddresses[TurnRouteName];

/** Its input names the person who acts, for services without sign-in. */
export type NamedRoute = {
  readonly [Name in RouteName]: "operator" extends keyof Operations[Name]["input"]
    ? RouteAddresses[Name]
    : never;
}[RouteName];
