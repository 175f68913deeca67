import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testServer } from "postgres-for-tests";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { probeStart } from "./probe-start.fixture.ts";

const { PROBED_STARTS, TEST_LONG } = process.env;
const starts = Number(PROBED_STARTS ?? (TEST_LONG === undefined ? 1 : 100));
/** Longer than an answer takes that the server makes wait. */
const longestWaitMs = 300_000;

const postgres = testServer();

describe("requests that arrive while the server starts", () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "treasury-"));
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  const databases = {
    SQLite: async (name: string) => `sqlite:${join(directory, `${name}.db`)}`,
    PostgreSQL: async (name: string) => {
      await postgres.pool().query(`CREATE DATABASE ${name}`);
      const url = new URL(postgres.url());
      url.pathname = `/${name}`;
      return url.href;
    },
  };

  const tested = Object.entries(databases).slice(TEST_LONG === undefined ? 1 : 0);

  it.each(tested)(
    "are all answered, with an empty database on %s",
    async (kind, newDatabase) => {
      const slowest: number[] = [];
      const statuses = new Map<string, number>();
      for (let start = 0; start < starts; start += 1) {
        const database = await newDatabase(`probes_${randomBytes(4).toString("hex")}`);
        const probed = await probeStart(database, directory, longestWaitMs);
        expect(probed.unanswered).toEqual([]);
        slowest.push(Math.max(...probed.answers.map(({ milliseconds }) => milliseconds)));
        for (const { path, outcome } of probed.answers) {
          const seen = `${path} ${outcome}`;
          statuses.set(seen, (statuses.get(seen) ?? 0) + 1);
        }
      }
      console.log(
        `${kind}: ${starts} starts, slowest answer ${Math.max(...slowest).toFixed(0)} ms;`,
        Object.fromEntries(statuses),
      );
      const expected = [
        /^\/api\/service\/health (?:200|503 starting)$/,
        /^\/api\/service\/treasury (?:200|503 starting)$/,
        /^\/command 200$/,
      ];
      const others = [...statuses.keys()].filter(
        (seen) => !expected.some((pattern) => pattern.test(seen)),
      );
      expect(others).toEqual([]);
    },
    starts * 300_000,
  );
});
