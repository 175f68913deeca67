import { type Input, type Output, type RouteName, routes } from "@agent-treasury/contract/wire";
import ky, { type Options, isHTTPError, isTimeoutError } from "ky";
import { targetOf } from "./address.ts";
import { type ReadAnswer, errorOfAnswer } from "./answer.ts";
import { TreasuryConnectionError, TreasuryTimeoutError } from "./errors.ts";
import type { CallOptions, TreasuryClientOptions } from "./options.ts";

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
  provisionMachine: 330_000,
  actOnMachine: 630_000,
};

const longestRetryAfterMs = 10_000;

/** Binds {@link Send} to a service's address. */
export function createTransport(options: TreasuryClientOptions): Send {
  return async (name, input, call = {}) => {
    const { method } = routes[name];
    const { address, body } = targetOf(options, routes[name], input);
    const content =
      method === "POST"
        ? { body: JSON.stringify(body), headers: { "content-type": "application/json" } }
        : {};
    const headers = {
      accept: "application/json",
      ...content.headers,
      ...(typeof options.headers === "function" ? await options.headers() : options.headers),
    };
    const settings = {
      method,
      ...content,
      headers,
      ...(options.fetch && { fetch: options.fetch }),
      ...(call.signal && { signal: call.signal }),
      timeout: false as const,
      totalTimeout: call.timeoutMs ?? options.timeoutMs ?? longTimeoutsMs[name] ?? defaultTimeoutMs,
      retry: {
        limit: options.maximumRetries ?? 2,
        // A POST will be repeated once it can carry an idempotency key. A DELETE that is repeated
        // finds nothing left to delete and reads like a failure.
        methods: ["get"],
        statusCodes: [429, 503],
        afterStatusCodes: [429, 503],
        maxRetryAfter: longestRetryAfterMs,
        jitter: true,
      },
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
