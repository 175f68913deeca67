import type {
  ErrorBody,
  Input,
  Output,
  RouteName,
  StreamedRouteName,
  TurnStreamItem,
} from "@agent-treasury/contract";

/** What a call came to: an answer, or a refusal with its status. */
export type CallOutcome<Name extends RouteName> =
  | { readonly ok: true; readonly answer: Output<Name> }
  | { readonly ok: false; readonly status: number; readonly body: ErrorBody };

/** What goes with a call beside its input. */
export interface CallExtras {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** What goes with a call whose answer is a stream. */
export interface StreamExtras extends CallExtras {
  /** The id of the last event that was seen. */
  readonly after?: string;
}

/** One way to call the operations of the contract. */
export interface Caller {
  readonly name: string;
  call<Name extends RouteName>(
    name: Name,
    input: Input<Name>,
    extras?: CallExtras,
  ): Promise<CallOutcome<Name>>;
  /** Calls an operation whose answer is to come as it happens; it rejects where that is refused. */
  stream<Name extends StreamedRouteName>(
    name: Name,
    input: Input<Name>,
    extras?: StreamExtras,
  ): AsyncGenerator<TurnStreamItem, void>;
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
