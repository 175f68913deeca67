import { requestLimits } from "@agent-treasury/contract";
import { TreasuryError } from "@agent-treasury/provider";

/**
 * What the service reads of a request: the part of the web's `Request` that can be had of a framework's
 * own without making one. An adapter that has something cheaper than a `Request` gives this to
 * `handler.serve`.
 */
export interface ServiceRequest {
  /** In capitals. */
  readonly method: string;
  /** The whole address, also one that nobody has normalised. Its host is the one that was asked for. */
  readonly url: string;
  readonly headers: RequestHeaders;
  /** Aborts when the caller goes away before there is an answer. */
  readonly signal: AbortSignal;
  /**
   * Reads the body, once, and no more of it than the limit.
   *
   * @throws TreasuryError `body_too_large`, `service_busy`, `body_already_read`.
   */
  bytes(maximumBytes: number): Promise<Uint8Array>;
  /** The web's own request, for whoever wants more: the same one each time. */
  toRequest(): Request;
}

/** Headers, as far as the service asks for them. */
export interface RequestHeaders {
  /** A header by its name in lower case, null when there is none; several lines are joined by commas. */
  get(name: string): string | null;
}

/** The request in the inputs of `authenticate`, `authorize` and `rateLimit`. */
export interface RequestInput {
  readonly headers: RequestHeaders;
  /** The web's `Request`. An adapter may construct it when it is first read, so prefer `headers`. */
  readonly request: Request;
}

/** An input with its request. Reading `request` constructs it; it is the same one each time. */
export function withRequest<Input extends object>(
  input: Input,
  asked: ServiceRequest,
): Input & RequestInput {
  return {
    ...input,
    headers: asked.headers,
    get request() {
      return asked.toRequest();
    },
  };
}

/** The web's request in the service's form. */
export function fromRequest(request: Request): ServiceRequest {
  return {
    method: request.method,
    url: request.url,
    headers: request.headers,
    // Some servers make one only for those who ask.
    get signal() {
      return request.signal;
    },
    bytes: (maximumBytes) => readBytes(request, maximumBytes),
    toRequest: () => request,
  };
}

/**
 * Reads the body of the web's request, and no further than the limit.
 *
 * @throws TreasuryError `body_too_large`, `service_busy`, `body_already_read`.
 */
async function readBytes(request: Request, maximumBytes: number): Promise<Uint8Array> {
  if (request.bodyUsed || request.body?.locked === true) {
    throw new TreasuryError(
      "body_already_read",
      "The request's body was read before it came here.",
    );
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
 * A request body that is being received, within its own limit and the process's limit for all bodies.
 * Call `whole()` at its end, or `discard()` when it breaks off: until then its bytes count.
 */
export class BodyBytes {
  readonly #maximumBytes: number;
  /** Without an announced length, it may become as large as is allowed. */
  readonly #expectedBytes: number;
  #buffer: Uint8Array = new Uint8Array(0);
  #count = 0;

  /**
   * @param announcedBytes - The value of the header `content-length`, 0 or NaN without one.
   * @throws TreasuryError `body_too_large` when that is more than the maximum.
   */
  constructor(maximumBytes: number, announcedBytes: number) {
    this.#maximumBytes = maximumBytes;
    this.#checkSize(announcedBytes);
    this.#expectedBytes = announcedBytes > 0 ? announcedBytes : maximumBytes;
  }

  /** @throws TreasuryError `body_too_large` or `service_busy`: then the rest need not be read. */
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

  /** All of it. */
  whole(): Uint8Array {
    releaseBytes(this.#buffer.byteLength);
    const whole = this.#buffer.subarray(0, this.#count);
    this.#buffer = new Uint8Array(0);
    return whole;
  }

  /** Drops what was received. */
  discard(): void {
    this.whole();
    this.#count = 0;
  }

  /** Copied, because many small pieces take more memory each than their bytes. */
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

/** Bodies that announce at most this still have room when others fill their three quarters of the limit. */
const smallBodyBytes = 16_384;
const largeBodiesShare = 0.75;
const key = Symbol.for("agent-treasury.buffered-bytes");

/** One count for the process, also where a bundler loads this module more than once. */
function counter(): { bytes: number } {
  const shared = globalThis as { [key]?: { bytes: number } };
  return (shared[key] ??= { bytes: 0 });
}

/**
 * Counts bytes of a body that the process is about to buffer.
 *
 * @param bodyBytes - The expected size of the whole body.
 * @throws TreasuryError `service_busy` when the process holds too many already.
 */
function reserveBytes(bytes: number, bodyBytes: number): void {
  const count = counter();
  const share = bodyBytes <= smallBodyBytes ? 1 : largeBodiesShare;
  if (count.bytes + bytes > requestLimits.bufferedBytes * share) {
    throw new TreasuryError("service_busy", "Too many request bodies are being received.", {
      headers: { "retry-after": "1" },
    });
  }
  count.bytes += bytes;
}

/** Counts bytes off that were reserved. */
function releaseBytes(bytes: number): void {
  counter().bytes -= bytes;
}
