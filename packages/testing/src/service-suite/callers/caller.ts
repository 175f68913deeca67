import type { ErrorBody, Input, Output, RouteName } from "@agent-treasury/contract";

/** What a call came to: an answer, or a refusal with its status. */
export type CallOutcome<Name extends RouteName> =
  | { readonly ok: true; readonly answer: Output<Name> }
  | { readonly ok: false; readonly status: number; readonly body: ErrorBody };

/** What goes with a call beside its input. */
export interface CallExtras {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** One way to call the operations of the contract. */
export interface Caller {
  readonly name: string;
  call<Name extends RouteName>(
    name: Name,
    input: Input<Name>,
    extras?: CallExtras,
  ): Promise<CallOutcome<Name>>;
}

/** What a caller reaches a service with. */
export interface Connection {
  readonly origin: string;
  readonly fetch: typeof globalThis.fetch;
}

/** Makes a caller of a service. */
export interface CallerKind {
  readonly name: string;
  connect(connection: Connection): Caller;
}
