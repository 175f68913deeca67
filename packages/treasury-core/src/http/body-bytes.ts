import { TreasuryError } from "../errors.ts";

/** A body on its way, piece by piece, within its limit. */
export class BodyBytes {
  readonly #maximumBytes: number;
  readonly #pieces: Uint8Array[] = [];
  #count = 0;

  /**
   * @param announcedBytes - What the header `content-length` says, 0 or NaN when it says nothing.
   * @throws TreasuryError `body_too_large` when that is too much already.
   */
  constructor(maximumBytes: number, announcedBytes: number) {
    this.#maximumBytes = maximumBytes;
    this.#checkSize(announcedBytes);
  }

  /** @throws TreasuryError `body_too_large`: then the rest need not be read. */
  add(piece: Uint8Array): void {
    this.#count += piece.byteLength;
    this.#checkSize(this.#count);
    this.#pieces.push(piece);
  }

  /** All of it. */
  whole(): Uint8Array {
    const [first] = this.#pieces;
    if (first !== undefined && this.#pieces.length === 1) return first;
    const whole = new Uint8Array(this.#count);
    let end = 0;
    for (const piece of this.#pieces) {
      whole.set(piece, end);
      end += piece.byteLength;
    }
    return whole;
  }

  #checkSize(bytes: number): void {
    if (bytes > this.#maximumBytes) {
      const message = `The body has more than ${this.#maximumBytes} bytes.`;
      throw new TreasuryError("body_too_large", message);
    }
  }
}
