import pg from "pg";
import { expect, it } from "vitest";
import { cuttingProxy } from "./cutting-proxy.ts";
import { testDirectory } from "./test-directory.ts";
import { testPostgres } from "./test-postgres.ts";

const pathOf = testDirectory();
const postgres = testPostgres();

it("closes the connection when only half of a statement arrived before the cut", async () => {
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
  // Longer than a socket's read buffer, so that the server does not receive its end.
  const statement = `INSERT INTO nothing VALUES ('${"x".repeat(1_000_000)}')`;
  await expect(client.query(statement)).rejects.toThrow(/terminated|ECONNRESET/);
  expect(proxy.cuts.behind).toBe(1);
  await postgres.untilAlone();
  await proxy.close();
});
