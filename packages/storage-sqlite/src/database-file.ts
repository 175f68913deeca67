import { statSync } from "node:fs";
import { basename } from "node:path";
import { TreasuryError } from "@agent-treasury/provider";

const checkedEveryMs = 1_000;

/** Which file a path leads to. */
interface FileIdentity {
  readonly device: bigint;
  readonly inode: bigint;
}

/** What the check runs on, for tests. */
export interface FileProbe {
  /** Null when there is no file. */
  identify(path: string): FileIdentity | null;
  /** Milliseconds of a clock that never goes back. */
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
 * The file that a connection has open. SQLite writes to it also after it was removed or another file
 * was put in its place, and all of that is lost when the process ends.
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
   * Looks at the path once a second at most, and each time while the file is not in its place.
   *
   * @throws TreasuryError `storage_error` when the path leads to another file, or to none.
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
      `The file of the database "${basename(this.#path)}" was ${found === null ? "removed" : "replaced"} while it is open, so nothing is written to it: put the file back, or restart the process.`,
    );
  }
}
