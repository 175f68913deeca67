import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { createTreasuryClient } from "@agent-treasury/sdk-client";
import { testServer } from "postgres-for-tests";
import { expect, it, onTestFinished } from "vitest";
import { bundleWorker, fetchFrom, startWorker } from "workerd-for-tests";

const server = testServer();

/** An address for workerd, which does not connect to Unix sockets. */
async function tcpUrl(): Promise<string> {
  const { username, password, pathname, searchParams } = new URL(server.url());
  const path = `${searchParams.get("host")}/.s.PGSQL.5432`;
  const proxy = createServer((client) => {
    const upstream = connect(path);
    for (const socket of [client, upstream]) socket.on("error", () => socket.destroy());
    client.pipe(upstream).pipe(client);
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  onTestFinished(() => void proxy.close());
  const { port } = proxy.address() as AddressInfo;
  return `postgres://${username}:${password}@127.0.0.1:${port}${pathname}`;
}

it("serves concurrent requests on workerd, each with a treasury of its own", async () => {
  const script = await bundleWorker(new URL("postgres-worker.fixture.ts", import.meta.url));
  const bindings = { POSTGRES_URL: await tcpUrl(), SCHEMA: server.newSchema() };
  const worker = await startWorker(script, {
    bindings,
    compatibilityFlags: ["nodejs_compat"],
  });
  onTestFinished(() => worker.dispose());
  const { treasury } = createTreasuryClient({
    baseUrl: "http://localhost:3000",
    fetch: (...request) => fetchFrom(worker, ...request),
  });
  await treasury.state();
  const spends = Array.from({ length: 8 }, (_, index) =>
    treasury.propose({ amountUsd: 3, vendor: "Acme", purpose: `paper ${index}` }),
  );
  const statuses = (await Promise.all(spends)).map(({ proposal }) => proposal.status);
  expect(statuses.filter((status) => status === "executed").length).toBe(3);
  expect(await treasury.state()).toMatchObject({ expenseUsd: 9 });
  expect(await treasury.verify()).toMatchObject({ valid: true, entriesChecked: 3 });
});
