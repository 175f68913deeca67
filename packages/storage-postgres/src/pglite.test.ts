import { storageConformance } from "@agent-treasury/testing";
import { createTreasury } from "@agent-treasury/treasury-core";
import { verifyChain } from "@agent-treasury/treasury-core/verify";
import { PGlite } from "@electric-sql/pglite";
import { PGLiteSocketServer } from "@electric-sql/pglite-socket";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PostgresStorage, postgresStorage } from "./postgres-storage.ts";

let server: PGLiteSocketServer;
beforeAll(async () => {
  server = new PGLiteSocketServer({ db: await PGlite.create(), port: 0, maxConnections: 20 });
  await server.start();
});
afterAll(() => server.stop());

let opened = 0;
const schemas = new WeakMap<object, string>();

function openAt(schema: string): PostgresStorage {
  const url = `postgres://postgres@${server.getServerConn()}/postgres`;
  const storage = postgresStorage({ url, schema, connections: 1, preparedStatements: false });
  schemas.set(storage, schema);
  return storage;
}

it("keeps a treasury's spends in a process, without a server", async () => {
  const storage = openAt("treasury_0");
  const treasury = createTreasury({
    baseUrl: "http://localhost:3000",
    storage,
    autoApprovePayees: "any",
    authenticate: () => null,
    budget: { startingCapitalUsd: 100, dailySpendCapUsd: 10 },
  });
  const spends = Array.from({ length: 8 }, (_, index) =>
    treasury.propose({
      workspaceId: "acme",
      agentId: "buyer",
      amountUsd: 3,
      vendor: "Acme",
      purpose: `paper ${index}`,
    }),
  );
  const statuses = (await Promise.all(spends)).map(({ proposal }) => proposal.status);
  expect(statuses.filter((status) => status === "executed").length).toBe(3);
  expect((await verifyChain(storage, "acme")).problem).toBe(null);
  await treasury.close();
});

/** Needs a second connection while the copy has one, and PGlite has only one. */
const needsTwoConnections = "is of one moment, regardless of concurrent commits";

const onOneConnection = it;

// A minute and more, because each statement waits for the one before.
storageConformance(
  {
    describe,
    it: (name, body) => onOneConnection.runIf(name !== needsTwoConnections)(name, body),
    expect,
  },
  {
    name: "PGlite",
    open: () => {
      opened += 1;
      return openAt(`treasury_${opened}`);
    },
    reopen: (storage) => openAt(schemas.get(storage)!),
  },
);
