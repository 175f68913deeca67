import pg from "pg";
import { expect, it } from "vitest";
import { cuttingProxy } from "./cutting-proxy.ts";
import { testDirectory } from "./test-directory.ts";
import { testPostgres } from "./test-postgres.ts";

const pathOf = testDirectory();
const postgres = testPostgres();

it("leaves no connection behind when the half of a statement was all that came before the cut", async () => {
  const directory = pathOf("proxy");
  const proxy = await cuttingProxy(directory, postgres.server().socketPath, () => "behind");
  const client = new pg.Client({
    user: "postgres",
    password: "password",
    host: directory,
    application_name: "agent-treasury",
  });
  client.on("error", () => {});
  await client.connect();
  // Longer than what a socket is read by at a time, so that the server gets no end of it.
  const statement = `INSERT INTO nothing VALUES ('${"x".repeat(1_000_000)}')`;
  await expect(client.query(statement)).rejects.toThrow(/terminated|ECONNRESET/);
  expect(proxy.cuts.behind).toBe(1);
  await postgres.untilAlone();
  await proxy.close();
});
