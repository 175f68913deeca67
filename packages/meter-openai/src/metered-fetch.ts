import { eventReader, jsonReader, parse } from "./answer-reader.ts";
import { type Fields, isFields } from "./call-content.ts";
import { type Charge, reserveCharge } from "./charge.ts";
import { isRejection, wasNotSent } from "./failed-call.ts";
import { MeterError, type MeterOptions, checkMeterOptions } from "./meter-options.ts";
import type { TokenUsage } from "./model-prices.ts";
import { observedStream } from "./observed-stream.ts";
import { requestBounds } from "./read-request.ts";
import { readUsage } from "./read-usage.ts";
import { priceCall } from "./worst-case.ts";

const metered = /\/(?:chat\/completions|responses|messages)$/;
/** Requests that run no model. */
const free = /\/(?:messages\/count_tokens|responses\/input_tokens|responses\/[^/]+\/cancel)$/;
/** Codes of the treasury that a repetition does not change. */
const refusals: ReadonlySet<unknown> = new Set([
  "tab_exhausted",
  "tab_closed",
  "tab_not_found",
  "frozen",
]);

export interface MeteredFetchOptions extends MeterOptions {
  /** Makes the requests. Default: the `fetch` of the runtime. */
  readonly fetch?: typeof fetch;
}

/**
 * Returns a `fetch` that charges each call of a model to a tab. Pass it to the SDK of OpenAI or
 * Anthropic, or to a provider of the AI SDK.
 *
 * It reserves the most that the call can cost, makes the call, and settles what the provider
 * counted. It responds with status 402 if the tab refuses the reservation, and with 400 if the
 * call has no price or no upper bound. Both have an `error` with a `code`.
 *
 * @example
 * ```ts
 * import OpenAI from "openai";
 *
 * const fetch = meteredFetch({ tabs: treasury.tabs, workspaceId: "demo", tabId });
 * const openai = new OpenAI({ fetch });
 * ```
 */
export function meteredFetch(options: MeteredFetchOptions): typeof fetch {
  const { fetch: send = fetch, ...meter } = options;
  checkMeterOptions("meteredFetch", meter);
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    const method = init?.method ?? (input instanceof Request ? input.method : "GET");
    if (method.toUpperCase() !== "POST" || free.test(new URL(url).pathname))
      return send(input, init);
    const request = new Request(input, { ...init, signal: null });
    const signal = init?.signal ?? (input instanceof Request ? input.signal : null);
    signal?.throwIfAborted();
    let body = await request.text();
    let charge: Charge;
    try {
      ({ body, charge } = await reserve(url, body, meter));
    } catch (error) {
      const refusal = refusalResponse(error);
      if (refusal === null) throw error;
      return refusal;
    }
    if (signal?.aborted === true) {
      await charge.cancel();
      signal.throwIfAborted();
    }
    const { headers } = request;
    headers.delete("content-length");
    return answer(charge, meter, () => send(url, { ...init, method, headers, body, signal }));
  };
}

async function reserve(
  url: string,
  sent: string,
  options: MeterOptions,
): Promise<{ readonly body: string; readonly charge: Charge }> {
  const { pathname } = new URL(url);
  const fields = parse(sent);
  const model = fields?.["model"];
  if (!metered.test(pathname) || fields === null || typeof model !== "string") {
    throw new MeterError(
      "call_unbounded",
      `The meter knows no upper bound for this request to ${pathname}. It charges JSON requests with a \`model\` to chat/completions, responses and messages.`,
    );
  }
  const body = pathname.endsWith("/chat/completions") ? withUsage(sent, fields) : sent;
  const bounds = requestBounds(body, fields);
  const charge = await reserveCharge(
    priceCall({ model, url, body: fields }, bounds, options),
    options,
  );
  return { body, charge };
}

/** Asks for the usage at the end of a stream of chat completions. */
function withUsage(sent: string, fields: Fields): string {
  const stream = fields["stream_options"];
  const streamOptions = isFields(stream) ? stream : {};
  if (fields["stream"] !== true || "include_usage" in streamOptions) return sent;
  return JSON.stringify({ ...fields, stream_options: { ...streamOptions, include_usage: true } });
}

async function answer(
  charge: Charge,
  { allow }: MeterOptions,
  send: () => Promise<Response>,
): Promise<Response> {
  const usageIn = (fields: Fields | null): TokenUsage | null =>
    fields && readUsage(fields, allow?.["service_tier"] !== undefined);
  let response: Response;
  try {
    response = await send();
  } catch (error) {
    await (wasNotSent(error) ? charge.cancel() : charge.settle(null));
    throw error;
  }
  const type = response.headers.get("content-type") ?? "";
  const reader = type.includes("text/event-stream") ? eventReader() : jsonReader();
  const end = (): Promise<void> => {
    const usage = usageIn(reader.answer());
    return usage === null && isRejection(response.status) ? charge.cancel() : charge.settle(usage);
  };
  if (isRejection(response.status)) {
    // An SDK does not read the answer before it repeats the call.
    const bytes = await response.arrayBuffer();
    reader.push(new Uint8Array(bytes));
    await end();
    return copyOf(response, bytes);
  }
  if (!response.ok || response.body === null) {
    await charge.settle(null);
    return response;
  }
  const observer = {
    piece: async (bytes: Uint8Array): Promise<void> => {
      reader.push(bytes);
      if (type.includes("text/event-stream") && reader.answer() !== null) await end();
    },
    end,
  };
  return copyOf(response, observedStream(response.body, observer));
}

function copyOf(response: Response, body: ArrayBuffer | ReadableStream<Uint8Array>): Response {
  const { status, statusText, headers, url } = response;
  const copy = new Response(body, { status, statusText, headers });
  return Object.defineProperty(copy, "url", { value: url });
}

/** Returns a response that SDKs report without a repetition, or null for an error to throw. */
function refusalResponse(error: unknown): Response | null {
  if (!(error instanceof Error) || !("code" in error)) return null;
  const { code, message } = error;
  if (!(error instanceof MeterError) && !refusals.has(code)) return null;
  return Response.json(
    { type: "error", error: { type: code, code, message } },
    { status: error instanceof MeterError ? 400 : 402, headers: { "x-should-retry": "false" } },
  );
}
