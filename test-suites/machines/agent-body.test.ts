import { type MachineHost, isTreasuryError } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { agentWorld } from "./agent-world.fixture.ts";

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

  it("is created again after it was destroyed", async () => {
    const { host, process } = agentWorld();
    const { id } = await process().ensureAgentBody("acme");
    await host.destroy(id);
    const next = await process().ensureAgentBody("acme");
    expect(next.id).not.toBe(id);
    expect((await host.list()).length).toBe(1);
  });
});
