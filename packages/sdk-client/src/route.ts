import type {
  Operations,
  RouteAddresses,
  RouteName,
  RouteNamesByCall,
  StreamedRouteName,
  TurnRouteName,
} from "@agent-treasury/contract/wire";

/** An input without fields has any name as a key. */
type FieldsOf<Fields> = string extends keyof Fields ? never : keyof Fields;

type InputFields<Name extends RouteName> = FieldsOf<Operations[Name]["input"]>;

/** ` global` if it concerns no single workspace. */
type Place<Name extends RouteName> = "workspaceId" extends InputFields<Name> ? "" : " global";

/** ` named` if its input names the person who acts, for services without sign-in. */
type Person<Name extends RouteName> = "operator" extends InputFields<Name> ? " named" : "";

/** How a POST may be repeated that the service does not deduplicate by key. */
type Repeats<Name extends RouteName> = RouteAddresses[Name] extends `POST ${string}`
  ? Operations[Name]["repeats"] extends "key"
    ? ""
    : ` ${Operations[Name]["repeats"]}`
  : "";

/** What a client has to know of each route: `POST /treasury/freeze-all global named safe`. */
export type RouteTexts = {
  readonly [
    Name in RouteName
  ]: `${RouteAddresses[Name]}${Place<Name>}${Person<Name>}${Repeats<Name>}`;
};

export type Route = RouteTexts[RouteName];

export type StreamedRoute = RouteTexts[StreamedRouteName];

/** Its stream can be resumed. */
export type TurnRoute = RouteTexts[TurnRouteName];

export type RouteNameOf<At extends Route> = {
  readonly [Name in RouteName]: RouteTexts[Name] extends At ? Name : never;
}[RouteName];

type CallName = keyof RouteNamesByCall;

type GroupOf<Call> = Call extends `${infer Group}.${string}` ? Group : never;

/** The routes that the contract names by a method, such as `tabs.open`. */
export type CallRoutes = {
  readonly [Call in Exclude<CallName, `${string}.${string}`>]: RouteTexts[RouteNamesByCall[Call]];
} & {
  readonly [Group in GroupOf<CallName>]: {
    readonly [
      Call in CallName as Call extends `${Group}.${infer Own}` ? Own : never
    ]: RouteTexts[RouteNamesByCall[Call]];
  };
};
