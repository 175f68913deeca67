import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startServer } from "../node/start-server.ts";
import { openDeployment } from "./open-deployment.ts";
import { tellFailure } from "./tell-failure.ts";
import { treasuryFromEnvironment } from "./treasury-from-environment.ts";

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "treasury-"));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const path = (): string => join(directory, "treasury.db");

/** Creates a treasury's database and changes it with SQL. */
async function changedDatabase(sql: string): Promise<void> {
  const env = { TREASURY_DATABASE_URL: `sqlite:${path()}` };
  const { treasury } = await openDeployment({ env });
  await treasury.close();
  const database = new DatabaseSync(path());
  database.exec(sql);
  database.close();
}

const causes: readonly (readonly [cause: string, make: () => Promise<string>, text: RegExp])[] = [
  [
    "a server that is down",
    async () => "postgres://app:secret@127.0.0.1:1/app",
    /PostgreSQL .* was refused: check the address/,
  ],
  [
    "a file that is not a database",
    async () => {
      await writeFile(path(), "This is a letter. ".repeat(100));
      return `sqlite:${path()}`;
    },
    /treasury\.db.* is not an SQLite database/,
  ],
  [
    "a file of another application",
    async () => {
      new DatabaseSync(path()).exec("CREATE TABLE notes (text)");
      return `sqlite:${path()}`;
    },
    /belongs to another application/,
  ],
  [
    "a newer schema",
    async () => {
      await changedDatabase("PRAGMA user_version = 900");
      return `sqlite:${path()}`;
    },
    /has schema 900/,
  ],
];

describe.each(causes)("with %s", (_cause, make, text) => {
  it("a deployment fails to open with the reason", async () => {
    const env = { TREASURY_DATABASE_URL: await make() };
    const failure: unknown = await openDeployment({ env }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "storage_error" });
    expect(tellFailure(failure)).toMatch(text);
  });

  it("a server fails to start with the reason", async () => {
    const env = { TREASURY_DATABASE_URL: await make(), PORT: "0" };
    const starting = startServer(() => (_request, response) => void response.end(), { env });
    await expect(starting).rejects.toThrow(text);
  });

  it("a treasury that opens at its first request is 503, and logs one line", async () => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    const treasury = treasuryFromEnvironment({
      env: { TREASURY_DATABASE_URL: await make(), TREASURY_SANDBOX: "on" },
      recoverySeconds: 0.1,
    });
    const ask = async (below: string): Promise<readonly [number, string]> => {
      const url = `http://localhost:3000/api/service${below}`;
      const response = await treasury.handler(new Request(url));
      return [response.status, await response.text()];
    };
    const unhealthy = async (): Promise<void> => {
      let answer = await ask("/health");
      // On a slow machine, the first checks find it still opening.
      while (answer[1].includes('"starting"')) answer = await ask("/health");
      expect(answer).toEqual([503, expect.stringMatching(text)]);
    };
    await unhealthy();
    for (let times = 0; times < 5; times += 1) {
      expect(await ask("/treasury")).toEqual([500, expect.stringMatching(text)]);
    }
    await treasury.recover().catch(() => {});
    await unhealthy();
    await treasury.close();
    const lines = logged.mock.calls.map(String);
    logged.mockRestore();
    expect(lines).toEqual([
      expect.stringMatching(
        /^\[agent-treasury\] (background work|request \S+, \w+): storage_error: [^\n]+$/,
      ),
    ]);
    expect(lines[0]).toMatch(text);
    expect(lines.join("")).not.toContain("secret");
  });
});

it("a deployment fails to open on a database that can be read but not written", async () => {
  const check = vi.fn<() => Promise<void>>().mockRejectedValue(new Error("not writable"));
  const storage = Object.assign(memoryStorage(), { check });
  await expect(openDeployment({ env: {}, storage })).rejects.toThrow("not writable");
});

it("a deployment that fails to open closes its database, but not the app's storage", async () => {
  const storage = memoryStorage();
  const close = vi.spyOn(storage, "close");
  vi.spyOn(storage, "workspaces").mockRejectedValueOnce(new Error("away"));
  await expect(openDeployment({ env: {}, storage })).rejects.toThrow("away");
  expect(close).not.toHaveBeenCalled();
  const env = { TREASURY_DATABASE_URL: `sqlite:${path()}` };
  await expect(openDeployment({ env, timeZone: "Nowhere" })).rejects.toThrow("Nowhere");
  // The last connection to close removes the write-ahead log.
  expect(execFileSync("ls", [directory], { encoding: "utf8" })).toBe("treasury.db\n");
});
