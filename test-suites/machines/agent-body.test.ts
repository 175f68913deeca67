import { type MachineHost, isTreasuryError } from "@agent-treasury/provider";
import type { Treasury } from "@agent-treasury/treasury-core";
import { describe, expect, it } from "vitest";
import { agentWorld, directive, minute, statesOf } from "./agent-world.fixture.ts";

const agents = "http://localhost:3000/api/service/agents";

/** The id of a machine that a person provisions over HTTP. */
async function provisioned(treasury: Treasury, body: object): Promise<string> {
  const headers = { "content-type": "application/json" };
  const request = new Request(agents, { method: "POST", headers, body: JSON.stringify(body) });
  const response = await treasury.handler(request);
  const { machine } = (await response.json()) as { readonly machine: { readonly id: string } };
  return machine.id;
}

describe("an agent's own machine", () => {
  it("is created once for concurrent requests in several processes", async () => {
    const { host, process } = agentWorld();
    const processes = Array.from({ length: 4 }, () => process());
    const asked = processes.flatMap((each) =>
      Array.from({ length: 13 }, () => each.ensureAgentBody("acme")),
    );
    const ids = new Set((await Promise.all(asked)).map(({ id }) => id));
    expect([ids.size, (await host.list()).length]).toEqual([1, 1]);
    const other = await process().ensureAgentBody("other");
    expect(ids.has(other.id)).toBe(false);
  });

  it("is found after a process crashed during its creation", async () => {
    const { host, process } = agentWorld();
    const made = Promise.withResolvers<void>();
    const slow: MachineHost = {
      ...host,
      // The response never arrives, because the process has crashed.
      provision: async (options) => {
        await host.provision(options);
        made.resolve();
        return new Promise(() => undefined);
      },
    };
    void process({ host: slow }).ensureAgentBody("acme");
    await made.promise;
    const { id } = await process().ensureAgentBody("acme");
    expect((await host.list()).map((machine) => machine.id)).toEqual([id]);
  });

  it("stays one at a host that gives two machines one name", async () => {
    const { host, process } = agentWorld();
    let made = 0;
    const careless: MachineHost = {
      ...host,
      list: async () => [],
      provision: (options) => {
        made += 1;
        return host.provision({ ...options, name: `${options.name}-${made}` });
      },
    };
    const asked = Array.from({ length: 4 }, () =>
      process({ host: careless }).ensureAgentBody("acme"),
    );
    const ids = new Set((await Promise.all(asked)).map(({ id }) => id));
    expect(made).toBeGreaterThan(1);
    expect([ids.size, (await host.list()).length]).toEqual([1, 1]);
  });

  it("counts towards the workspace's machine limit", async () => {
    const { process } = agentWorld();
    const treasury = process({ limits: { perWorkspace: 0 } });
    const failure = await treasury.ensureAgentBody("acme").catch((error: unknown) => error);
    expect(isTreasuryError(failure) && failure.code).toBe("machine_limit_reached");
  });

  it("is one that a person provisioned for the workspace", async () => {
    const { host, process, commands } = agentWorld();
    await provisioned(process(), { workspaceId: "other" });
    const id = await provisioned(process(), { workspaceId: "acme", agentId: "buyer" });
    expect((await process().ensureAgentBody("acme")).id).toBe(id);
    await directive(process());
    expect(commands).toEqual(["started: uname -a"]);
    expect(await host.list()).toHaveLength(2);
  });

  it("that a person provisioned is started for a command, and never suspended when idle", async () => {
    const { host, process, commands, advance } = agentWorld();
    const id = await provisioned(process(), { workspaceId: "acme" });
    await host.suspend(id);
    await directive(process());
    expect(commands).toEqual(["started: uname -a"]);
    advance(60 * minute);
    expect(await process().recover()).toMatchObject({ fleet: { suspended: 0, orphans: [] } });
    expect(await statesOf(host)).toEqual(["started"]);
  });

  it("that a person provisioned is not destroyed if another process created one", async () => {
    const { host, process } = agentWorld();
    const id = await provisioned(process(), { workspaceId: "acme" });
    const listed = Promise.withResolvers<void>();
    const recorded = Promise.withResolvers<void>();
    const slow: MachineHost = {
      ...host,
      list: async () => {
        const machines = await host.list();
        listed.resolve();
        await recorded.promise;
        return machines;
      },
    };
    const later = process({ host: slow }).ensureAgentBody("acme");
    await listed.promise;
    const blind: MachineHost = { ...host, list: async () => [] };
    const first = await process({ host: blind }).ensureAgentBody("acme");
    recorded.resolve();
    expect((await later).id).toBe(first.id);
    expect((await host.list()).map((machine) => machine.id)).toEqual([id, first.id]);
  });

  it("that a person provisioned is replaced after it was destroyed", async () => {
    const { host, process } = agentWorld();
    const id = await provisioned(process(), { workspaceId: "acme" });
    await process().ensureAgentBody("acme");
    const destroyed = await process().handler(new Request(`${agents}/${id}`, { method: "DELETE" }));
    expect(destroyed.status).toBe(200);
    expect(await process().recover()).toMatchObject({ fleet: { orphans: [], failed: 0 } });
    const next = await process().ensureAgentBody("acme");
    expect((await host.list()).map((machine) => machine.id)).toEqual([next.id]);
  });

  it("is no provisioned machine that failed", async () => {
    const { host, process } = agentWorld();
    const id = await provisioned(process(), { workspaceId: "acme" });
    const broken: MachineHost = {
      ...host,
      list: async () =>
        (await host.list()).map((machine) =>
          machine.id === id ? { ...machine, state: "failed" } : machine,
        ),
    };
    expect((await process({ host: broken }).ensureAgentBody("acme")).id).not.toBe(id);
  });

  it("is created again after it was destroyed", async () => {
    const { host, process } = agentWorld();
    const { id } = await process().ensureAgentBody("acme");
    await host.destroy(id);
    const next = await process().ensureAgentBody("acme");
    expect(next.id).not.toBe(id);
    expect((await host.list()).length).toBe(1);
  });
});
