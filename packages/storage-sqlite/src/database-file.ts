import { statSync } from "node:fs";
import { basename } from "node:path";
import { TreasuryError } from "@agent-treasury/provider";

const checkedEveryMs = 1_000;

interface FileIdentity {
  readonly device: bigint;
  readonly inode: bigint;
}

export interface FileProbe {
  identify(path: string): FileIdentity | null;
  /** Milliseconds of a clock that never decreases. */
  monotonic(): number;
}

const systemProbe: FileProbe = {
  identify: (path) => {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    return found === undefined ? null : { device: found.dev, inode: found.ino };
  },
  monotonic: () => performance.now(),
};

/**
 * The file of an open connection. If it is removed or replaced, further writes are lost when the
 * process exits.
 */
export class DatabaseFile {
  readonly #path: string;
  readonly #probe: FileProbe;
  readonly #opened: FileIdentity | null;
  #checkedAt: number;
  #isInPlace = true;

  constructor(path: string, probe: FileProbe = systemProbe) {
    this.#path = path;
    this.#probe = probe;
    this.#opened = probe.identify(path);
    this.#checkedAt = probe.monotonic();
  }

  /**
   * Checks at most once a second, and each time while the file is not in its place.
   *
   * @throws TreasuryError `storage_error` if the path is missing or leads to another file.
   */
  assertInPlace(): void {
    const now = this.#probe.monotonic();
    if (this.#isInPlace && now - this.#checkedAt < checkedEveryMs) return;
    this.#checkedAt = now;
    const found = this.#probe.identify(this.#path);
    this.#isInPlace =
      found?.device === this.#opened?.device && found?.inode === this.#opened?.inode;
    if (this.#isInPlace) return;
    throw new TreasuryError(
      "storage_error",
      `The file of the database "${basename(this.#path)}" was ${found === null ? "removed" : "replaced"} while it was open, so the process does not write to it: put the file back, or restart the process.`,
    );
  }
}
