import { type Input, type Output, type RouteName, routes } from "@agent-treasury/contract/wire";
import ky, { type Options, isHTTPError, isTimeoutError } from "ky";
import { targetOf } from "./address.ts";
import { type ReadAnswer, errorOfAnswer } from "./answer.ts";
import { TreasuryConnectionError, TreasuryTimeoutError } from "./errors.ts";
import { isKeyed, newIdempotencyKey } from "./idempotency-key.ts";
import type { CallOptions, TreasuryClientOptions } from "./options.ts";
import { repeatsOf, whole } from "./repeats.ts";

/** Sends one operation and reads its answer. */
export type Send = <Name extends RouteName>(
  name: Name,
  input: Input<Name>,
  call?: CallOptions,
) => Promise<Output<Name>>;

const defaultTimeoutMs = 30_000;

/** Each a little longer than the service itself allows. */
const longTimeoutsMs: { readonly [Name in RouteName]?: number } = {
  runTurn: 150_000,
  resumeTurn: 150_000,
  provisionMachine: 330_000,
  actOnMachine: 630_000,
};

/** Binds {@link Send} to a service's address. */
export function createTransport(options: TreasuryClientOptions): Send {
  return async (name, input, call = {}) => {
    const { method } = routes[name];
    const { address, body } = targetOf(options, routes[name], input);
    const isPost = method === "POST";
    const headers = new Headers(
      typeof options.headers === "function" ? await options.headers() : options.headers,
    );
    const key = call.idempotencyKey ?? (isKeyed(name) ? newIdempotencyKey() : undefined);
    setUnlessGiven(headers, "accept", "application/json");
    if (isPost) setUnlessGiven(headers, "content-type", "application/json");
    if (isPost && key !== undefined) setUnlessGiven(headers, "idempotency-key", key);
    const settings = {
      method,
      ...(isPost && { body: JSON.stringify(body) }),
      headers,
      fetch: whole(options.fetch ?? globalThis.fetch),
      ...(call.signal && { signal: call.signal }),
      timeout: false as const,
      totalTimeout: call.timeoutMs ?? options.timeoutMs ?? longTimeoutsMs[name] ?? defaultTimeoutMs,
      retry: repeatsOf(name, options.maximumRetries ?? 2),
    };
    let answer: ReadAnswer;
    try {
      answer = await exchange(address, settings);
    } catch (error) {
      if (call.signal?.aborted) throw call.signal.reason;
      throw translate(error, `${method} ${address.replace(/\?.*/, "")}`);
    }
    if (!answer.response.ok || !isObject(answer.body)) throw errorOfAnswer(answer);
    return answer.body as Output<typeof name>;
  };
}

function setUnlessGiven(headers: Headers, name: string, value: string): void {
  if (!headers.has(name)) headers.set(name, value);
}

async function exchange(address: string, settings: Options): Promise<ReadAnswer> {
  try {
    const exchanged = ky(address, settings);
    const response = await exchanged;
    return { response, body: parseJson(await exchanged.text()) };
  } catch (error) {
    // Only an error makes ky repeat a call, so that is how a refusal gets here.
    if (isHTTPError(error)) return { response: error.response, body: error.data };
    throw error;
  }
}

function translate(error: unknown, call: string): Error {
  if (isTimeoutError(error)) {
    return new TreasuryTimeoutError(
      `${call} got no complete answer in time. It may still have been done: read the state before sending it again.`,
      error,
    );
  }
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new TreasuryConnectionError(
    `${call} got no answer (${reason}). Check \`baseUrl\` and that the service is running.`,
    error,
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}
