import { type BigIntStats, closeSync, fstatSync, openSync, statSync } from "node:fs";
import { basename } from "node:path";
import { LogChain, logHeaderBytes } from "./log-chain.ts";
import { busyError, databaseError, isShortRead } from "./sqlite-error.ts";
import type { OpenDatabase, SqliteDatabase } from "./sqlite.ts";

interface WatchedFile {
  readonly path: string;
  readonly name: string;
  readonly opened: BigIntStats | undefined;
}

/** The log is larger only until it starts again, and is then cut to this size. */
export const longestLogBytes = 67_108_864;

/** https://www.sqlite.org/fileformat2.html#the_write_ahead_log */
const logMagic = 0x37_7f_06_82;

/**
 * The files of an open connection. SQLite does not notice if one of them is removed, replaced or
 * truncated, and then confirms writes that are lost when the process exits.
 */
export class DatabaseFile {
  readonly #database: SqliteDatabase;
  readonly #open: OpenDatabase;
  readonly #path: string;
  readonly #file: WatchedFile;
  readonly #logFile: WatchedFile;
  readonly #sharedMemory: WatchedFile;
  readonly #log: number;
  readonly #chain: LogChain;
  /** The log at the last check. */
  #seen: BigIntStats;
  #salt = 0n;
  /** Whether the log has to be compared with its index. */
  #isSuspect = false;
  #isTruncated = false;
  #hasCommitted = false;

  /** @param database has read or written in WAL mode, so that its files exist. */
  constructor(database: SqliteDatabase, path: string, open: OpenDatabase) {
    this.#database = database;
    this.#open = open;
    this.#path = path;
    this.#file = watched(path, "file");
    this.#logFile = watched(`${path}-wal`, "write-ahead log");
    this.#sharedMemory = watched(`${path}-shm`, "shared memory file");
    // SQLite has no locks on the log, which closing a descriptor would release.
    this.#log = openSync(`${path}-wal`, "r");
    this.#chain = new LogChain(this.#log);
    this.#seen = fstatSync(this.#log, { bigint: true });
    this.#isSuspect = !this.#looksWhole(0, Number(this.#seen.size));
  }

  /**
   * Call before and after each write, outside of a transaction.
   *
   * @throws TreasuryError `storage_error` if a file is missing, another one, or truncated, and
   * SQLite's error if that is not known yet, because another process is writing.
   */
  assertInPlace(): void {
    this.#inPlace(this.#file);
    const log = this.#inPlace(this.#logFile);
    this.#inPlace(this.#sharedMemory);
    const { size, mtimeNs } = this.#seen;
    this.#seen = log;
    if (this.#hasCommitted || log.size !== size || log.mtimeNs !== mtimeNs) {
      this.#isSuspect ||= !this.#looksWhole(Number(size), Number(log.size));
    }
    if (this.#isSuspect && !this.#isTruncated) this.#isTruncated = !this.#isWhole();
    this.#isSuspect = false;
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

  /** Throws if it is missing or another one. */
  #inPlace({ path, name, opened }: WatchedFile): BigIntStats {
    const found = statOf(path);
    if (found !== undefined && found.dev === opened?.dev && found.ino === opened.ino) return found;
    const isMissing = found === undefined;
    if (isMissing && path === this.#logFile.path) this.#rescue();
    throw this.#problem(
      name,
      isMissing ? "removed" : "replaced",
      "put the file back, or restart the process",
    );
  }

  /**
   * False also if other processes changed the log between two reads. A checkpoint and a new
   * generation of the log shorten it.
   */
  #looksWhole(before: number, bytes: number): boolean {
    const hasCommitted = this.#hasCommitted;
    this.#hasCommitted = false;
    if (hasCommitted && this.#chain.continues(bytes)) return true;
    const head = this.#chain.head(bytes);
    const { header, salt } = head;
    // The lowest bit is the byte order.
    const isLog =
      header.length === logHeaderBytes && (header.readUInt32BE(0) & ~1) >>> 0 === logMagic;
    const isShorter = salt === this.#salt && bytes < Math.min(before, longestLogBytes);
    const wasEmptied = bytes === 0 && before > 0;
    this.#salt = salt;
    // A log that lost frames grows again, and SQLite then writes behind the gap.
    const hasCommit = this.#chain.advance(hasCommitted, head);
    return bytes === 0 ? hasCommit && !wasEmptied : hasCommit && isLog && !isShorter;
  }

  /**
   * Whether the log has all frames of its index. The write lock keeps other processes from writing
   * and from emptying the log. It needs a connection of its own, because a connection cannot report
   * on the index within its transaction.
   */
  #isWhole(): boolean {
    const lock = this.#open(this.#path);
    try {
      lock.exec("PRAGMA busy_timeout = 0; BEGIN IMMEDIATE");
      try {
        return this.#chain.has(this.#framesInIndex());
      } finally {
        lock.exec("ROLLBACK");
      }
    } catch (error) {
      if (isShortRead(error)) return false;
      throw error;
    } finally {
      lock.close();
    }
  }

  /** SQLite before 3.51 runs a passive checkpoint instead. */
  #framesInIndex(): number {
    const frames = Number(this.#database.prepare("PRAGMA wal_checkpoint(NOOP)").get()?.["log"]);
    if (frames >= 0) return frames;
    throw busyError("Another process runs a checkpoint.");
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
  return { path, name, opened: statOf(path) };
}

function statOf(path: string): BigIntStats | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false });
}
