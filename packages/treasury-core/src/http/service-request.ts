import { requestLimits } from "@agent-treasury/contract";
import { TreasuryError } from "@agent-treasury/provider";
import { retryLater } from "../kernel/errors.ts";

/** The parts of a web `Request` that the service reads. */
export interface ServiceRequest {
  /** Method in capitals. */
  readonly method: string;
  /** Full URL, possibly not normalized. */
  readonly url: string;
  readonly headers: RequestHeaders;
  /** Aborts when the client disconnects before the response. */
  readonly signal: AbortSignal;
  /**
   * Reads the body once.
   *
   * @throws TreasuryError `body_too_large`, `service_busy`, `body_already_read`.
   */
  bytes(maximumBytes: number): Promise<Uint8Array>;
  /** Returns the same object each time. */
  toHeaders(): Headers;
  /** Returns the same object each time. */
  toRequest(): Request;
}

export interface RequestHeaders {
  /** @param name in lower case. Several lines are joined by commas. */
  get(name: string): string | null;
  /** Names in lower case. */
  entries(): Iterable<readonly [name: string, value: string]>;
}

/** What an adapter knows of a request beside it. */
export interface HandlerContext {
  /** The framework's own request, passed to `authenticate`. */
  readonly native?: unknown;
  /** True if a parser consumed the body and its bytes were reconstructed. */
  readonly bodyWasRebuilt?: boolean;
  /** The path at which the adapter is mounted, for the message of a request at another one. */
  readonly mountPath?: string;
}

export interface RequestInput {
  /** May be constructed on first access. */
  readonly headers: Headers;
  /** May be constructed on first access. Prefer `headers`. */
  readonly request: Request;
}

export function withRequest<Input extends object>(
  input: Input,
  asked: ServiceRequest,
): Input & RequestInput {
  return {
    ...input,
    get headers() {
      return asked.toHeaders();
    },
    get request() {
      return asked.toRequest();
    },
  };
}

export function fromRequest(request: Request): ServiceRequest {
  return {
    method: request.method,
    url: request.url,
    headers: request.headers,
    // Some servers create it on access.
    get signal() {
      return request.signal;
    },
    bytes: (maximumBytes) => readBytes(request, maximumBytes),
    toHeaders: () => request.headers,
    toRequest: () => request,
  };
}

/** The constructor would derive a second signal, which costs as much as the rest of a request. */
export function withSignal(request: Request, signal: () => AbortSignal): Request {
  return Object.defineProperty(request, "signal", { get: signal });
}

/** @throws TreasuryError `body_too_large`, `service_busy`, `body_already_read`. */
async function readBytes(request: Request, maximumBytes: number): Promise<Uint8Array> {
  if (request.bodyUsed || request.body?.locked === true) {
    throw new TreasuryError("body_already_read", "The request body was already read.");
  }
  const bytes = new BodyBytes(maximumBytes, Number(request.headers.get("content-length")));
  if (request.body === null) return bytes.whole();
  const reader = request.body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return bytes.whole();
      bytes.add(value);
    }
  } catch (error) {
    bytes.discard();
    await reader.cancel().catch(() => {});
    throw error;
  }
}

/**
 * Buffers a body within its limit and the process's limit. `whole()` and `discard()` release the
 * bytes.
 */
export class BodyBytes {
  readonly #maximumBytes: number;
  readonly #expectedBytes: number;
  #buffer: Uint8Array = new Uint8Array(0);
  #count = 0;

  /**
   * @param announcedBytes 0 or NaN without `content-length`.
   * @throws TreasuryError `body_too_large`.
   */
  constructor(maximumBytes: number, announcedBytes: number) {
    this.#maximumBytes = maximumBytes;
    this.#checkSize(announcedBytes);
    this.#expectedBytes = announcedBytes > 0 ? announcedBytes : maximumBytes;
  }

  /** @throws TreasuryError `body_too_large` or `service_busy`. */
  add(piece: Uint8Array): void {
    const count = this.#count + piece.byteLength;
    try {
      this.#checkSize(count);
      if (count > this.#buffer.byteLength) this.#grow(count);
    } catch (error) {
      this.discard();
      throw error;
    }
    this.#buffer.set(piece, this.#count);
    this.#count = count;
  }

  whole(): Uint8Array {
    releaseBytes(this.#buffer.byteLength);
    const whole = this.#buffer.subarray(0, this.#count);
    this.#buffer = new Uint8Array(0);
    return whole;
  }

  discard(): void {
    this.whole();
    this.#count = 0;
  }

  /** Many small chunks would have a larger overhead. */
  #grow(bytes: number): void {
    const room = this.#buffer.byteLength;
    const size = Math.min(this.#maximumBytes, Math.max(bytes, 2 * room));
    reserveBytes(size - room, this.#expectedBytes);
    const larger = new Uint8Array(size);
    larger.set(this.#buffer);
    this.#buffer = larger;
  }

  #checkSize(bytes: number): void {
    if (bytes > this.#maximumBytes) {
      const message = `The body has more than ${this.#maximumBytes} bytes.`;
      throw new TreasuryError("body_too_large", message);
    }
  }
}

/** Large bodies must leave room for bodies up to this size. */
const smallBodyBytes = 16_384;
const largeBodiesShare = 0.75;
const key = Symbol.for("agent-treasury.buffered-bytes");

/** One counter is shared, even if a bundler loads this module twice. */
function counter(): { bytes: number } {
  const shared = globalThis as { [key]?: { bytes: number } };
  return (shared[key] ??= { bytes: 0 });
}

/** @throws TreasuryError `service_busy` if the process limit is reached. */
function reserveBytes(bytes: number, bodyBytes: number): void {
  const count = counter();
  const share = bodyBytes <= smallBodyBytes ? 1 : largeBodiesShare;
  if (count.bytes + bytes > requestLimits.bufferedBytes * share) {
    throw retryLater("service_busy", "Too many request bodies are being received.", 1);
  }
  count.bytes += bytes;
}

function releaseBytes(bytes: number): void {
  counter().bytes -= bytes;
}
