import { exec, never, tags, uniqueName, withMachine } from "./machine-fixture.ts";
import type { MachineHostConformanceOptions } from "./machine-host-options.ts";
import { rejectionCodeOf } from "./rejection.ts";
import type { TestFramework } from "./test-framework.ts";

export function testProvisioning(
  { it, expect }: TestFramework,
  { create, createForeignMachine }: MachineHostConformanceOptions,
): void {
  it("has a name and a default specification", async () => {
    const host = await create();
    expect(host.specificationVersion).toBe("1");
    expect(host.provider.trim() !== "").toBe(true);
    expect([typeof host.real, typeof host.networked]).toEqual(["boolean", "boolean"]);
    expect(host.configured()).toBe(true);
    const { cpus, memoryMb } = host.defaultSpec();
    expect(cpus > 0 && memoryMb > 0).toBe(true);
  });

  it("provisions a machine that is started, tagged and valid", async () => {
    await withMachine(create, async (host, machine, name) => {
      expect(machine.state).toBe("started");
      expect(machine.name).toBe(name);
      expect(machine.tags).toEqual(tags);
      expect(/^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/.test(machine.id)).toBe(true);
      expect(Number.isSafeInteger(machine.createdAt)).toBe(true);
      expect((await host.get(machine.id)).tags).toEqual(tags);
    });
  });

  it("returns an existing machine with the same name instead of creating a second one", async () => {
    await withMachine(create, async (host, machine, name) => {
      const again = await host.provision({ name, tags, signal: never() });
      expect(again.id).toBe(machine.id);
      const listed = await host.list();
      expect(listed.filter((each) => each.name === name).length).toBe(1);
    });
  });

  it("starts a suspended machine that is found by its name", async () => {
    await withMachine(create, async (host, machine, name) => {
      await host.suspend(machine.id);
      const again = await host.provision({ name, tags, signal: never() });
      expect([again.id, again.state]).toEqual([machine.id, "started"]);
    });
  });

  it("creates no machine if the signal aborted before the call", async () => {
    const host = await create();
    const name = uniqueName();
    const provisioned = host.provision({ name, tags, signal: AbortSignal.abort() });
    expect(await settled(provisioned)).toBe("rejected");
    expect((await host.list()).some((each) => each.name === name)).toBe(false);
  });

  it("lists machines with our tags", async () => {
    await withMachine(create, async (host, machine) => {
      const listed = await host.list();
      expect(listed.some(({ id }) => id === machine.id)).toBe(true);
      expect(listed.every((each) => each.tags !== null)).toBe(true);
    });
  });

  if (createForeignMachine !== undefined) {
    it("does not list a machine of another creator, and reads it without tags", async () => {
      const host = await create();
      const id = await createForeignMachine(host);
      expect((await host.list()).some((each) => each.id === id)).toBe(false);
      expect((await host.get(id)).tags).toBe(null);
    });
  }
}

export function testDestroying(
  { it, expect }: TestFramework,
  options: MachineHostConformanceOptions,
): void {
  const { create, unknownMachineId = "no-such-machine" } = options;

  it("destroys a running machine, which then does not exist", async () => {
    await withMachine(create, async (host, machine) => {
      await host.destroy(machine.id);
      expect(await rejectionCodeOf(host.get(machine.id))).toBe("machine_not_found");
      expect((await host.list()).some(({ id }) => id === machine.id)).toBe(false);
    });
  });

  it("destroys a suspended machine", async () => {
    await withMachine(create, async (host, machine) => {
      await host.suspend(machine.id);
      await host.destroy(machine.id);
      expect(await rejectionCodeOf(host.get(machine.id))).toBe("machine_not_found");
    });
  });

  it("creates a new machine with the name of a destroyed one", async () => {
    await withMachine(create, async (host, machine, name) => {
      await host.destroy(machine.id);
      const next = await host.provision({ name, tags, signal: never() });
      expect(next.id === machine.id).toBe(false);
      await host.destroy(next.id);
    });
  });

  it("rejects with machine_not_found for an unknown machine", async () => {
    const host = await create();
    const calls: Record<string, () => Promise<unknown>> = {
      get: () => host.get(unknownMachineId),
      suspend: () => host.suspend(unknownMachineId),
      start: () => host.start(unknownMachineId),
      exec: () => host.exec(unknownMachineId, exec("true")),
      destroy: () => host.destroy(unknownMachineId),
    };
    for (const [name, call] of Object.entries(calls)) {
      expect(`${name}: ${await rejectionCodeOf(call())}`).toBe(`${name}: machine_not_found`);
    }
  });
}

async function settled(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => "resolved",
    () => "rejected",
  );
}
