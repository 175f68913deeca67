import { chmodSync, closeSync, openSync, statSync } from "node:fs";

/** Of created directories and files, whatever the umask allows. */
export const directoryMode = 0o700;
const fileMode = 0o600;

/**
 * Creates the database's file for its owner only, and restricts existing files. SQLite gives its
 * write-ahead log and shared memory the mode of the database's file.
 */
export function keepPrivate(path: string): void {
  try {
    // Only a new file, because closing any descriptor of a database releases SQLite's locks on it.
    closeSync(openSync(path, "wx", fileMode));
  } catch {
    // It exists, or SQLite reports the problem.
  }
  for (const each of [path, `${path}-wal`, `${path}-shm`]) restrict(each);
}

function restrict(path: string): void {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    const isOpenToOthers = found !== undefined && (found.mode & 0o077) !== 0;
    if (isOpenToOthers && found.isFile() && found.uid === process.getuid?.()) {
      chmodSync(path, found.mode & fileMode);
    }
  } catch {
    // The permissions of a file are no reason to stop a process that can use it.
  }
}
