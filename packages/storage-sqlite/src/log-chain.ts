import { fstatSync, readSync } from "node:fs";
import { endianness } from "node:os";

export const logHeaderBytes = 32;
const frameHeaderBytes = 24;
const saltFrom = 16;
const framesAtMost = 32;
/** Of a usual one. More take another read. */
const framesOfCommit = 12;
const none = Buffer.alloc(0);

/** A log, as far as it shows whether another one has begun. */
export interface LogHead {
  /** Empty if the log has none. Valid until the next call. */
  readonly header: Buffer;
  readonly salt: bigint;
  readonly size: number;
}

/** The two halves of a checksum or of a salt. */
type Pair = readonly [number, number];

/**
 * The frames of a write-ahead log that SQLite would find after a crash: each continues the checksum
 * of the one before it. https://www.sqlite.org/fileformat2.html#wal_file_format
 */
export class LogChain {
  readonly #log: number;
  readonly #header: Buffer = Buffer.alloc(logHeaderBytes);
  #salt = 0n;
  /** Behind the last frame of the newest commit. */
  #end = logHeaderBytes;
  /** That frame. */
  #last: Buffer = none;
  #frames: Buffer = none;

  /** @param log is the descriptor of the log. */
  constructor(log: number) {
    this.#log = log;
  }

  head(size: number): LogHead {
    const length = readSync(this.#log, this.#header, 0, logHeaderBytes, 0);
    if (length < logHeaderBytes) return { header: none, salt: 0n, size };
    return { header: this.#header, salt: this.#header.readBigInt64BE(saltFrom), size };
  }

  /**
   * Whether a commit follows the known ones. No other log continues their checksum, so the header
   * is not read again.
   */
  continues(size: number): boolean {
    const from = this.#end;
    const head = { header: this.#header, salt: this.#salt, size };
    this.#follow(framesOfCommit, head);
    return this.#end > from;
  }

  /**
   * Reads the frames since the last call.
   *
   * @param wrote states that this process has committed since then.
   * @returns false if the log seems to lack that commit, because frames before it are missing.
   */
  advance(wrote: boolean, head: LogHead): boolean {
    const isSameLog = head.salt === this.#salt;
    const from = this.#end;
    const isIntact = this.#follow(1, head);
    if (isSameLog && isIntact && (!wrote || this.#end > from)) return true;
    this.#walkAgain(head);
    if (!wrote || !isSameLog) return true;
    // SQLite writes over the commit of a process that was killed before it published it.
    return isIntact ? this.#end !== from : this.#end >= from;
  }

  /** Whether the log has its first `count` frames. Call while no process can write. */
  has(count: number): boolean {
    if (count === 0) return true;
    const head = this.head(fstatSync(this.#log).size);
    const { header } = head;
    this.#walkAgain(head);
    return header.length === logHeaderBytes && this.#end >= endOf(count, header);
  }

  /** @returns false if the known frame was changed. */
  #follow(count: number, head: LogHead): boolean {
    const known = this.#last.length;
    const found = this.#read(this.#end - known, count + 1, head);
    const isIntact = this.#last.compare(found, 0, Math.min(known, found.length)) === 0;
    if (isIntact) this.#walk(head, found.subarray(known));
    return isIntact;
  }

  #walkAgain(head: LogHead): void {
    this.#salt = head.salt;
    this.#end = logHeaderBytes;
    this.#last = none;
    this.#walk(head, this.#read(this.#end, framesAtMost, head));
  }

  /** @param begin has the first frames behind the known ones. */
  #walk(head: LogHead, begin: Buffer): void {
    const { header } = head;
    if (header.length < logHeaderBytes) return;
    const frameBytes = frameBytesOf(header);
    const isSwapped = ((header.readUInt32BE(0) & 1) === 1) !== (endianness() === "BE");
    const salt = pairAt(header, saltFrom);
    let sum = this.#last.length === 0 ? pairAt(header, 24) : pairAt(this.#last, 16);
    let from = this.#end;
    let frames = begin;
    // Behind the newest commit, the file has frames of an earlier log.
    while (frames.length >= frameBytes) {
      const words = wordsOf(frames, isSwapped);
      let end = 0;
      for (; end + frameBytes <= frames.length; end += frameBytes) {
        if (!isEqual(pairAt(frames, end + 8), salt)) return;
        // The checksum covers a frame's header before the salt.
        sum = summed(words, end / 4, end / 4 + 2, sum);
        sum = summed(words, (end + frameHeaderBytes) / 4, (end + frameBytes) / 4, sum);
        if (!isEqual(pairAt(frames, end + 16), sum)) return;
        const isCommit = frames.readUInt32BE(end + 4) !== 0;
        if (!isCommit) continue;
        this.#end = from + end + frameBytes;
        if (this.#last.length !== frameBytes) this.#last = Buffer.alloc(frameBytes);
        frames.copy(this.#last, 0, end, end + frameBytes);
      }
      from += end;
      frames = this.#read(from, framesAtMost, head);
    }
  }

  /** The next frames, valid until the next call. */
  #read(position: number, count: number, { header, size }: LogHead): Buffer {
    if (header.length < logHeaderBytes) return none;
    const length = Math.min(count * frameBytesOf(header), size - position);
    if (length <= 0) return none;
    if (this.#frames.length < length) this.#frames = Buffer.alloc(length);
    return this.#frames.subarray(0, readSync(this.#log, this.#frames, 0, length, position));
  }
}

function frameBytesOf(header: Buffer): number {
  return frameHeaderBytes + header.readUInt32BE(8);
}

function endOf(frames: number, header: Buffer): number {
  return logHeaderBytes + frames * frameBytesOf(header);
}

function wordsOf(frames: Buffer, isSwapped: boolean): Int32Array {
  const length = frames.length - (frames.length % 4);
  const bytes = isSwapped ? Buffer.from(frames.subarray(0, length)).swap32() : frames;
  return new Int32Array(bytes.buffer, bytes.byteOffset, length / 4);
}

function pairAt(bytes: Buffer, offset: number): Pair {
  return [bytes.readInt32BE(offset), bytes.readInt32BE(offset + 4)];
}

// Not by `compare` with offsets, which Deno checks against the wrong buffer.
function isEqual(pair: Pair, other: Pair): boolean {
  return pair[0] === other[0] && pair[1] === other[1];
}

function summed(words: Int32Array, from: number, to: number, sum: Pair): Pair {
  // V8 otherwise adds in floating point, which takes ten times as long.
  let first = sum[0] | 0;
  let second = sum[1] | 0;
  for (let index = from; index < to; index += 2) {
    first = (((first + (words[index] ?? 0)) | 0) + second) | 0;
    second = (((second + (words[index + 1] ?? 0)) | 0) + first) | 0;
  }
  return [first, second];
}
