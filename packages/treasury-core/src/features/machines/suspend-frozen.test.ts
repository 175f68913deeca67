import type { Machine } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { createTreasury } from "../../index.ts";
import { memoryStorage } from "../../memory.ts";
import { hostOfOneMachine, machine } from "./one-machine.fixture.ts";

function machineOf(id: string, workspaceId: string, agentId: string | null): Machine {
  return { ...machine, id, name: id, tags: { workspaceId, agentId, goal: null, label: null } };
}

const machines = [
  machineOf("own", "acme", null),
  machineOf("buyer", "acme", "buyer"),
  machineOf("other", "demo", null),
];

/** A process whose host records the machines that are suspended. */
function open(storage = memoryStorage()) {
  const suspended: string[] = [];
  const host = hostOfOneMachine({
    list: async () =>
      machines.map((one) => (suspended.includes(one.id) ? { ...one, state: "suspended" } : one)),
    suspend: async (id) => {
      suspended.push(id);
      return machine;
    },
  });
  const treasury = createTreasury({
    baseUrl: "http://localhost:3000",
    storage,
    machines: { host },
    recoverySeconds: false,
  });
  return { treasury, suspended };
}

describe("machines", () => {
  it("of a frozen agent are suspended, and never destroyed", async () => {
    const { treasury, suspended } = open();
    await treasury.freezes.freeze({ workspaceId: "acme", scope: "agent", id: "buyer" });
    await treasury.close();
    expect(suspended).toEqual(["buyer"]);
  });

  it("of a frozen workspace are suspended", async () => {
    const { treasury, suspended } = open();
    await treasury.freezes.freeze({ workspaceId: "acme", scope: "workspace" });
    await treasury.close();
    expect(suspended).toEqual(["own", "buyer"]);
  });

  it("that another agent reuses are suspended if either of them is frozen", async () => {
    const storage = memoryStorage();
    const { treasury } = open(storage);
    expect((await treasury.ensureAgentBody("acme")).id).toBe("own");
    const reused = machines.map((one) =>
      one.id === "own" ? machineOf("own", "acme", "helper") : one,
    );
    const suspended: string[] = [];
    const host = hostOfOneMachine({
      list: async () => reused,
      suspend: async (id) => {
        suspended.push(id);
        return machine;
      },
    });
    const options = { baseUrl: "http://localhost:3000", storage, machines: { host } };
    const other = createTreasury({ ...options, recoverySeconds: false });
    await other.freezes.freeze({ workspaceId: "acme", scope: "agent", id: "agent" });
    await other.close();
    expect(suspended).toEqual(["own"]);
  });

  it("are suspended by maintenance if another process froze them", async () => {
    const storage = memoryStorage();
    await open(storage).treasury.freezes.freezeAll();
    const { treasury, suspended } = open(storage);
    await treasury.recover();
    expect(suspended).toEqual(["own", "buyer", "other"]);
  });
});
