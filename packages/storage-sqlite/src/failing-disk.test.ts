import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isTreasuryError } from "@agent-treasury/provider";
import { commitOn } from "@agent-treasury/testing/commits";
import { afterAll, describe, expect, it } from "vitest";
import { bundleScript } from "../../../tools/build/bundle-script.ts";
import { storageError } from "./sqlite-error.ts";
import { sqliteStorage } from "./sqlite-storage.ts";

const directory = mkdtempSync(join(tmpdir(), "treasury-disk-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const sourcePath = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const bundleOf = (name: string): string =>
  bundleScript(sourcePath(`./${name}.fixture.ts`), sourcePath("../node_modules/.cache/fixtures"));
const isRoot = process.getuid?.() === 0;
const unshared = isRoot ? ["-m"] : ["-Urm"];

/** Runs a shell script in which a small disk is mounted at `$1`. */
function onSmallDisk(script: string, ...values: readonly string[]) {
  const disk = join(directory, "disk");
  mkdirSync(disk, { recursive: true });
  const mounted = `mount -t tmpfs -o size=600k tmpfs "$1" || exit 77; ${script}`;
  return spawnSync("unshare", [...unshared, "sh", "-c", mounted, "sh", disk, ...values], {
    encoding: "utf8",
  });
}

const canMount = process.platform === "linux" && onSmallDisk("true").status === 0;

it.runIf(canMount)(
  "rejects a commit on a full disk as not written, and a crash does not bring it back",
  () => {
    const run = '"$2" --disable-warning=ExperimentalWarning "$3" "$1/treasury.db"';
    const grow = 'mount -o "remount,size=8m" "$1"';
    const script = `${run} fill; ${grow}; ${run} read`;
    const { stdout } = onSmallDisk(script, process.execPath, bundleOf("full-disk"));
    const [filled, read] = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown);
    expect(filled).toEqual({
      committed: expect.any(Number) as number,
      failure: 'The database "treasury.db" could not grow, because the disk is full.',
    });
    const { committed } = filled as { committed: number };
    expect(committed).toBeGreaterThan(3);
    expect(read).toEqual({ committed, outcomes: [{ kind: "committed" }] });
  },
);

describe("a database without permission to write", () => {
  const cases: readonly (readonly [what: string, fileMode: string, directoryMode: number])[] = [
    ["the file is read-only", "444", 0o777],
    ["the directory is read-only", "666", 0o555],
    ["the file may not be read", "000", 0o777],
  ];
  it.each(cases)(
    "is reported when it is opened or checked: %s",
    async (what, mode, ofDirectory) => {
      const path = join(directory, what.replaceAll(" ", "-"), "treasury.db");
      const storage = sqliteStorage({ path });
      await storage.commit([commitOn("acme", 0n)]);
      await storage.close();
      chmodSync(directory, 0o755);
      chmodSync(dirname(path), ofDirectory);
      if (!isRoot) chmodSync(path, Number.parseInt(mode, 8));
      const { stdout, stderr } = spawnSync(
        process.execPath,
        ["--disable-warning=ExperimentalWarning", bundleOf("unwritable-database"), path, mode],
        { encoding: "utf8" },
      );
      chmodSync(dirname(path), 0o777);
      const { read, check } = JSON.parse(stdout || "{}") as Record<string, string | null>;
      expect(stderr).toBe("");
      expect(read ?? check).toMatch(
        /"treasury\.db" (is not writable: check the permissions|cannot be opened: check that)/,
      );
    },
  );
});

it.each([
  [10, /the disk failed: check the disk/],
  [8_458, /the disk failed: check the disk/],
  // SQLite translates a failed read to this code.
  [
    11,
    /cannot be read or is damaged: check the disk and the system's log, and restore a backup only/,
  ],
  [13, /disk is full\./],
  [26, /is not an SQLite database/],
])("describes SQLite's code %d with what to check", (errcode, text) => {
  const error = storageError(
    Object.assign(new Error("SQLite's text"), { code: "ERR_SQLITE_ERROR", errcode }),
    "/data/treasury.db",
  );
  expect(isTreasuryError(error) && error.message).toMatch(text);
  expect(error.message).not.toContain("/data");
  expect(error.cause).toMatchObject({ message: "/data/treasury.db: SQLite's text", errcode });
});
