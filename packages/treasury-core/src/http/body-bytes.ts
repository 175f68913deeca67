import { TreasuryError } from "@agent-treasury/provider";
import { releaseBytes, reserveBytes } from "./buffered-bytes.ts";

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
    const held = this.#buffer.byteLength;
    const size = Math.min(this.#maximumBytes, Math.max(bytes, 2 * held));
    reserveBytes(size - held, this.#expectedBytes);
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
