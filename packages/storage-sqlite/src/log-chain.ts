import { fstatSync, readSync } from "node:fs";
import { endianness } from "node:os";

export const logHeaderBytes = 32;
const frameHeaderBytes = 24;
const saltFrom = 16;
const saltTo = 24;
/** The bytes of a frame's header that its checksum covers. The salt follows. */
const summedOfFrameHeader = 8;
const framesAtMost = 256;

/** A log, as far as it shows whether another one has begun. */
export interface LogHead {
  /** Empty if the log is. */
  readonly header: Buffer;
  readonly size: number;
}

/**
 * The frames of a write-ahead log that SQLite would find after a crash: each continues the checksum
 * of the one before it. https://www.sqlite.org/fileformat2.html#wal_file_format
 */
export class LogChain {
  readonly #log: number;
  #salt = "";
  /** Behind the last frame of the newest commit. */
  #end = logHeaderBytes;
  /** That frame. */
  #last: Buffer = Buffer.alloc(0);

  /** @param log is the descriptor of the log. */
  constructor(log: number) {
    this.#log = log;
  }

  head(): LogHead {
    const { size } = fstatSync(this.#log);
    return { header: this.#read(0, logHeaderBytes), size };
  }

  /**
   * Reads the frames since the last call.
   *
   * @param wrote states that this process has committed since then.
   * @returns false if the log seems to lack that commit, because frames before it are missing.
   */
  advance(wrote: boolean, head: LogHead): boolean {
    const isSameLog = saltOf(head) === this.#salt;
    const from = this.#end;
    const isIntact = this.#read(from - this.#last.length, this.#last.length).equals(this.#last);
    if (isSameLog && isIntact) {
      this.#walk(head);
      if (!wrote || this.#end > from) return true;
    }
    this.#walkAgain(head);
    if (!wrote || !isSameLog) return true;
    // SQLite writes over the commit of a process that was killed before it published it.
    return isIntact ? this.#end !== from : this.#end >= from;
  }

  /** Whether the log has its first `count` frames. Call while no process can write. */
  has(count: number): boolean {
    if (count === 0) return true;
    const head = this.head();
    const { header } = head;
    this.#walkAgain(head);
    return header.length === logHeaderBytes && this.#end >= endOf(count, header);
  }

  #walkAgain(head: LogHead): void {
    this.#salt = saltOf(head);
    this.#end = logHeaderBytes;
    this.#last = Buffer.alloc(0);
    this.#walk(head);
  }

  #walk({ header, size }: LogHead): void {
    if (header.length < logHeaderBytes) return;
    const frameBytes = frameBytesOf(header);
    const isSwapped = ((header.readUInt32BE(0) & 1) === 1) !== (endianness() === "BE");
    const salt = header.subarray(saltFrom, saltTo);
    let before = this.#last.length === 0 ? header.subarray(24) : this.#last.subarray(16, 24);
    let from = this.#end;
    // Behind the newest commit, the file has frames of an earlier log.
    for (let count = 1; from + frameBytes <= size; count = Math.min(2 * count, framesAtMost)) {
      const frames = this.#read(from, Math.min(count * frameBytes, size - from));
      let end = 0;
      for (; end + frameBytes <= frames.length; end += frameBytes) {
        const frame = frames.subarray(end, end + frameBytes);
        if (!frame.subarray(8, 16).equals(salt)) return;
        if (!checksum(frame, before, isSwapped).equals(frame.subarray(16, 24))) return;
        before = frame.subarray(16, 24);
        const isCommit = frame.readUInt32BE(4) !== 0;
        if (!isCommit) continue;
        this.#end = from + end + frameBytes;
        this.#last = Buffer.from(frame);
      }
      if (end === 0) return;
      from += end;
    }
  }

  #read(position: number, length: number): Buffer {
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, readSync(this.#log, bytes, 0, length, position));
  }
}

export function saltOf({ header }: LogHead): string {
  return header.toString("hex", saltFrom, saltTo);
}

function frameBytesOf(header: Buffer): number {
  return frameHeaderBytes + header.readUInt32BE(8);
}

function endOf(frames: number, header: Buffer): number {
  return logHeaderBytes + frames * frameBytesOf(header);
}

function checksum(frame: Buffer, before: Buffer, isSwapped: boolean): Buffer {
  const { buffer, byteOffset, length } = isSwapped ? Buffer.from(frame).swap32() : frame;
  const words = new Int32Array(buffer, byteOffset, length / 4);
  let [first, second] = [before.readInt32BE(0), before.readInt32BE(4)];
  for (let index = 0; index < words.length; index += 2) {
    if (index === summedOfFrameHeader / 4) index = frameHeaderBytes / 4;
    first = (first + (words[index] ?? 0) + second) | 0;
    second = (second + (words[index + 1] ?? 0) + first) | 0;
  }
  const sum = Buffer.alloc(8);
  sum.writeInt32BE(first, 0);
  sum.writeInt32BE(second, 4);
  return sum;
}
