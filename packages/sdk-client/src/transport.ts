import type { Input, Output, RouteAddresses, RouteName } from "@agent-treasury/contract/wire";
import ky, { type Options, isHTTPError, isTimeoutError } from "ky";
import { targetOf } from "./address.ts";
import { type ReadAnswer, errorOfAnswer } from "./answer.ts";
import { TreasuryConnectionError, TreasuryTimeoutError } from "./errors.ts";
import { newIdempotencyKey } from "./idempotency-key.ts";
import type { CallOptions, TreasuryClientOptions } from "./options.ts";
import { eventStream, isStream, repeatsOf, whole } from "./repeats.ts";
import type { Route, RouteNameOf, StreamedRoute } from "./route.ts";

export type Send = <At extends Route>(
  route: At,
  input: Input<RouteNameOf<At>>,
  call?: CallOptions,
) => Promise<Output<RouteNameOf<At>>>;

export interface StreamCall extends CallOptions {
  /** The id of the last received event. */
  readonly after?: string | undefined;
  /** Until a response begins, instead of the client's. */
  readonly maximumRetries?: number | undefined;
}

/** Resolves with the response body as soon as it begins. */
export type Open = <At extends StreamedRoute>(
  route: At,
  input: Input<RouteNameOf<At>>,
  call: StreamCall,
) => Promise<ReadableStream<Uint8Array>>;

const defaultTimeoutMs = 30_000;
const turnTimeoutMs = 150_000;

/** Longer than the service's own timeouts. */
const longTimeoutsMs: { readonly [Address in RouteAddresses[RouteName]]?: number } = {
  "POST /agent": turnTimeoutMs,
  "POST /agent/resume": turnTimeoutMs,
  // It may resume a turn.
  "POST /treasury/decide": turnTimeoutMs,
  // It may request, read a price and pay.
  "POST /treasury/paid-requests": 120_000,
  // It may wait for 55 seconds.
  "GET /treasury/proposals/{proposalId}": 65_000,
  // It may ask a model three times.
  "POST /treasury/rules/write": 390_000,
  "POST /agents": 330_000,
  "POST /agents/{id}": 630_000,
};

export function createTransport(options: TreasuryClientOptions): {
  readonly send: Send;
  readonly open: Open;
} {
  const ask = async (
    route: Route,
    input: object,
    call: CallOptions & Partial<StreamCall>,
    streamed?: true,
  ): Promise<ReadAnswer> => {
    const { method, pattern, address, fields, terms } = targetOf(options, route, input);
    const called = `${method} ${pattern}`;
    const isPost = method === "POST";
    const isUnsafe = terms.includes("never");
    const isKeyed = !isUnsafe && !terms.includes("safe");
    const key = call.idempotencyKey ?? (isKeyed && newIdempotencyKey());
    const headers = new Headers({
      accept: "application/json",
      ...(isPost && key && { "idempotency-key": key }),
    });
    const given = typeof options.headers === "function" ? await options.headers() : options.headers;
    const wanted = {
      ...given,
      ...(streamed && { accept: eventStream }),
      ...(call.after && { "last-event-id": call.after }),
    };
    for (const [name, value] of Object.entries(wanted)) headers.set(name, value);
    const timeoutMs =
      (!streamed && longTimeoutsMs[called as keyof typeof longTimeoutsMs]) || defaultTimeoutMs;
    const settings = {
      method,
      [isPost ? "json" : "searchParams"]: fields,
      headers,
      fetch: whole(options.fetch ?? fetch),
      signal: call.signal ?? null,
      timeout: false as const,
      totalTimeout: call.timeoutMs ?? options.timeoutMs ?? timeoutMs,
      retry: repeatsOf(streamed ?? !isUnsafe, call.maximumRetries ?? options.maximumRetries ?? 2),
    };
    try {
      return await exchange(address, settings);
    } catch (error) {
      if (call.signal?.aborted) throw call.signal.reason;
      throw translate(error, called, options.baseUrl);
    }
  };
  return {
    send: async (route, input, call = {}) => {
      const answer = await ask(route, input, call);
      const { response, body } = answer;
      if (!response.ok || !hasFields(body)) throw errorOfAnswer(answer);
      return body as Output<RouteNameOf<typeof route>>;
    },
    open: async (route, input, call) => {
      const answer = await ask(route, input, call, true);
      const { body } = answer.response;
      if (!isStream(answer.response) || body === null) throw errorOfAnswer(answer);
      return body;
    },
  };
}

async function exchange(address: string, settings: Options): Promise<ReadAnswer> {
  try {
    const exchanged = ky(address, settings);
    const response = await exchanged;
    const body = isStream(response) ? null : parseJson(await exchanged.text());
    return { address, response, body };
  } catch (error) {
    // ky retries only after errors, so failed responses arrive here.
    if (isHTTPError(error)) return { address, response: error.response, body: error.data };
    throw error;
  }
}

function translate(error: unknown, route: string, baseUrl: string): Error {
  const call = `${route} at ${baseUrl}`;
  if (isTimeoutError(error)) {
    return new TreasuryTimeoutError(
      `${call} got no complete answer in time. It may have taken effect: read the state before retrying.`,
      error,
    );
  }
  // ky's error has the platform's error as its cause.
  const { message = error } = Object((error as Error).cause ?? error) as Partial<Error>;
  return new TreasuryConnectionError(
    `${call} got no answer (${message as string}). ${remedyFor(baseUrl)}`,
    error,
  );
}

/** A browser reports a response without permission for the page's origin like no response. */
function remedyFor(baseUrl: string): string {
  const check = "Check `baseUrl` and that the service runs";
  const page = (globalThis as { location?: { origin?: string } }).location?.origin;
  const isOther = page !== undefined && URL.canParse(baseUrl) && new URL(baseUrl).origin !== page;
  return isOther
    ? `${check} and allows pages of ${page} (\`allowedOrigins\` or TREASURY_ALLOWED_ORIGINS).`
    : `${check}.`;
}

/** Every answer of the service has a field, unlike a proxy's `{}`. */
function hasFields(body: unknown): boolean {
  return Object(body) === body && Object.keys(body as object).length > 0;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
