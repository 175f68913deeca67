import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import { basename } from "node:path";
import { LogChain } from "./log-chain.ts";
import { databaseError } from "./sqlite-error.ts";
import type { SqliteDatabase } from "./sqlite.ts";

interface FileIdentity {
  readonly device: bigint;
  readonly inode: bigint;
}

interface WatchedFile {
  readonly path: string;
  readonly name: string;
  readonly opened: FileIdentity | null;
}

/** The log is larger only until it starts again, and is then cut to this size. */
export const longestLogBytes = 67_108_864;

const headerBytes = 32;
/** https://www.sqlite.org/fileformat2.html#the_write_ahead_log */
const logMagic = 0x37_7f_06_82;
const saltFrom = 16;
const saltTo = 24;

/**
 * The files of an open connection. SQLite does not notice if one of them is removed, replaced or
 * truncated, and then confirms writes that are lost when the process exits.
 */
export class DatabaseFile {
  readonly #database: SqliteDatabase;
  readonly #path: string;
  readonly #files: readonly WatchedFile[];
  readonly #log: number;
  readonly #chain: LogChain;
  readonly #header: Buffer = Buffer.alloc(headerBytes);
  #logBytes = 0;
  #salt = "";
  #isTruncated = false;
  #hasCommitted = false;

  /** @param database has read or written in WAL mode, so that its files exist. */
  constructor(database: SqliteDatabase, path: string) {
    this.#database = database;
    this.#path = path;
    this.#files = [
      { path, name: "file", opened: identify(path) },
      watched(`${path}-wal`, "write-ahead log"),
      watched(`${path}-shm`, "shared memory file"),
    ];
    // SQLite has no locks on the log, which closing a descriptor would release.
    this.#log = openSync(`${path}-wal`, "r");
    this.#chain = new LogChain(this.#log);
    this.#checkLog();
  }

  /**
   * Call before and after each write.
   *
   * @throws TreasuryError `storage_error` if a file is missing, another one, or truncated.
   */
  assertInPlace(): void {
    for (const { path, name, opened } of this.#files) {
      const found = identify(path);
      if (found?.device === opened?.device && found?.inode === opened?.inode) continue;
      if (found === null && path.endsWith("-wal")) this.#rescue();
      throw this.#problem(
        name,
        found === null ? "removed" : "replaced",
        "put the file back, or restart the process",
      );
    }
    this.#checkLog();
    if (!this.#isTruncated) return;
    throw this.#problem(
      "write-ahead log",
      "truncated",
      "confirmed changes may be lost. Stop the process, then restore a backup",
    );
  }

  /** Call after each commit that changed the database. */
  noteCommit(): void {
    this.#hasCommitted = true;
  }

  close(): void {
    closeSync(this.#log);
  }

  /** Whether the log lost frames. A checkpoint and a new generation of the log also shorten it. */
  #checkLog(): void {
    const bytes = fstatSync(this.#log).size;
    const read = readSync(this.#log, this.#header, 0, headerBytes, 0);
    const salt = this.#header.toString("hex", saltFrom, saltTo);
    // The lowest bit is the byte order.
    const isLog = read === headerBytes && (this.#header.readUInt32BE(0) & ~1) >>> 0 === logMagic;
    if (bytes === 0) this.#isTruncated ||= this.#logBytes > 0 && !this.#wasEmptied();
    else if (!isLog) this.#isTruncated = true;
    else if (salt === this.#salt && bytes < Math.min(this.#logBytes, longestLogBytes)) {
      this.#isTruncated = true;
    }
    this.#logBytes = bytes;
    this.#salt = salt;
    // A log that lost frames grows again, and SQLite then writes behind the gap.
    if (!this.#chain.advance(this.#hasCommitted)) this.#isTruncated = true;
    this.#hasCommitted = false;
  }

  /** After a checkpoint that empties the log, the index of the log has no frames. */
  #wasEmptied(): boolean {
    try {
      return this.#database.prepare("PRAGMA wal_checkpoint(PASSIVE)").get()?.["log"] === 0;
    } catch {
      return false;
    }
  }

  /** The connection can still read the removed log, so its changes can enter the database. */
  #rescue(): void {
    try {
      this.#database.exec("PRAGMA wal_checkpoint(PASSIVE)");
    } catch {
      // The caller reports the removed file.
    }
  }

  #problem(name: string, what: string, remedy: string) {
    const of = name === "file" ? "The file" : `The ${name}`;
    return databaseError(
      this.#path,
      `cannot be written. ${of} "${basename(this.#path)}" was ${what} while it was open: ${remedy}`,
    );
  }
}

function watched(path: string, name: string): WatchedFile {
  return { path, name, opened: identify(path) };
}

function identify(path: string): FileIdentity | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? null : { device: found.dev, inode: found.ino };
}
