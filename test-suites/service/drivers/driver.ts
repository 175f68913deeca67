import type {
  ErrorBody,
  Input,
  Output,
  RouteName,
  TurnRouteName,
  TurnStreamItem,
} from "@agent-treasury/contract";

/** A successful response, or an error with its status. */
export type CallOutcome<Name extends RouteName> =
  | { readonly ok: true; readonly answer: Output<Name> }
  | { readonly ok: false; readonly status: number; readonly body: ErrorBody };

/** Headers and options of a call. */
export interface CallExtras {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** The same for a call with a streamed response. */
export interface StreamExtras extends CallExtras {
  /** The id of the last received event. */
  readonly after?: string;
}

/** A client driver for the operations of the contract. */
export interface Driver {
  readonly name: string;
  call<Name extends RouteName>(
    name: Name,
    input: Input<Name>,
    extras?: CallExtras,
  ): Promise<CallOutcome<Name>>;
  /** Calls an operation with a streamed response; it rejects on an error. */
  stream<Name extends TurnRouteName>(
    name: Name,
    input: Input<Name>,
    extras?: StreamExtras,
  ): AsyncGenerator<TurnStreamItem, void>;
}

/** A driver's connection to a service. */
export interface Connection {
  readonly origin: string;
  readonly fetch: typeof globalThis.fetch;
}

/** Creates a driver for a service. */
export interface DriverKind {
  readonly name: string;
  connect(connection: Connection): Driver;
}
