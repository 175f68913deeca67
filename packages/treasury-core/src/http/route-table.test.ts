import { routes } from "@agent-treasury/contract";
import { describe, expect, it } from "vitest";
import { type Call, laterOperations, type ModuleRoutes, routeTable } from "./route-table.ts";

/** An operation for every route. */
const all = Object.fromEntries(
  Object.keys(routes).map((name) => [name, { run: () => Promise.reject(new Error(name)) }]),
) as unknown as Required<ModuleRoutes>;

const noneLater = () => Promise.resolve(laterOperations([]));

describe("the routes of the modules", () => {
  it("are those of all modules", () => {
    const { readHealth, ...others } = all;
    const table = routeTable([others, {}, { readHealth }], noneLater);
    expect(Object.keys(table).toSorted()).toEqual(Object.keys(routes).toSorted());
    expect(table.readHealth).toEqual(readHealth);
  });

  it("are rejected if two modules register the same route", () => {
    expect(() => routeTable([all, { readHealth: all.readHealth }], noneLater)).toThrow(
      "Two modules register the route readHealth.",
    );
  });

  it("are rejected if the contract does not declare one", () => {
    const undeclared = { ping: { run: () => Promise.resolve() } } as ModuleRoutes;
    expect(() => routeTable([all, undeclared], noneLater)).toThrow(
      "The contract has no route ping.",
    );
  });

  it("are loaded by the first call of one that no module registers", async () => {
    const { readHealth, readPublication: _publication, ...others } = all;
    let loaded = 0;
    const table = routeTable([others], () => {
      loaded += 1;
      return Promise.resolve(laterOperations([{ readHealth }]));
    });
    expect(loaded).toBe(0);
    const call = {} as Call;
    await expect(table.readHealth.run({}, call)).rejects.toThrow("readHealth");
    await expect(
      table.readPublication.run({ workspaceId: "demo", digest: "none" }, call),
    ).rejects.toThrow("No module registers the route readPublication.");
    expect(loaded).toBe(2);
  });

  it("are not loaded later if they receive signed requests, or authorize by themselves", () => {
    const { receiveWebhook: _webhook, ...others } = all;
    expect(() => routeTable([others], noneLater)).toThrow(
      "No module registers the route receiveWebhook.",
    );
    const { run } = all.readMachine;
    expect(() =>
      laterOperations([{ readMachine: { run, authorize: () => Promise.resolve() } }]),
    ).toThrow("The route readMachine has more than `run`. Register it at the start.");
  });

  it("have the types of their declarations, and a stream only if declared", () => {
    const typed: ModuleRoutes = {
      // @ts-expect-error -- The response of `readHealth` is `{ ok: true }`.
      readHealth: { run: () => Promise.resolve({ ok: "yes" }) },
      // @ts-expect-error -- The contract declares a stream, but this operation has none.
      readTurnEvents: { run: () => Promise.reject(new Error("not called")) },
      readTreasury: {
        run: () => Promise.reject(new Error("not called")),
        // @ts-expect-error -- The contract declares no stream.
        watch: () => Promise.reject(new Error("not called")),
      },
    };
    expect(Object.keys(typed)).toHaveLength(3);
  });
});
