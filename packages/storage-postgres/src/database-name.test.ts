import { expect, it } from "vitest";
import { postgresStorage } from "./postgres-storage.ts";

it.each([
  ["postgres://user:secret@localhost:5432/app", "app|agent_treasury"],
  ["postgresql://one:5432,two:5432/app?sslmode=require", "app|agent_treasury"],
  ["postgres://localhost/my%20app", "my app|agent_treasury"],
  ["postgres://localhost/my%app", "agent_treasury"],
  ["postgres://user:secret@localhost", "agent_treasury"],
])("names the database of %s for traces: %s", (url, namespace) => {
  expect(postgresStorage({ url }).database).toEqual({ system: "postgresql", namespace });
});

it("names the schema alone for a pool", () => {
  const pool = { connect: () => Promise.reject(new Error("It is not used.")) } as never;
  expect(postgresStorage({ pool, schema: "money" }).database).toEqual({
    system: "postgresql",
    namespace: "money",
  });
});
