import { isTreasuryError } from "@agent-treasury/provider";
import { describeOnHost, testImage } from "containers-for-tests";
import { expect, it } from "vitest";
import { codeOf, host, realHost, run, signal, tags, withMachine } from "./real-host.fixture.ts";

describeOnHost("the containers of machines", () => {
  const { docker, plant } = realHost();

  it("have the limits on memory, CPU and processes, and no network", async () => {
    await withMachine(async (machine, machines) => {
      expect(machine).toMatchObject({ memoryMb: 128, cpus: 1, image: testImage });
      const { HostConfig } = await docker.getContainer(machine.id).inspect();
      expect(HostConfig).toMatchObject({ Memory: 134_217_728, NetworkMode: "none" });
      const { stdout } = await run(machines, machine, "ls /sys/class/net");
      expect(stdout.trim()).toBe("lo");
      expect(machines.networked).toBe(false);
    });
    expect(host({ network: "bridge" }).networked).toBe(true);
  });

  it("have their running time measured across a sleep by a new process", async () => {
    let now = 0;
    const clock = { now: () => now };
    await withMachine(async (machine) => {
      now = Date.now() + 10_000;
      const begun = await host(clock).get(machine.id);
      now += 10_000;
      await host(clock).suspend(machine.id);
      const asleep = await host(clock).get(machine.id);
      now += 3_600_000;
      expect((await host(clock).get(machine.id)).uptimeMs).toBe(asleep.uptimeMs);
      await host(clock).start(machine.id);
      now += 5_000;
      const awake = await host(clock).get(machine.id);
      expect(awake.uptimeMs - asleep.uptimeMs).toBe(5_000);
      expect(asleep.uptimeMs - begun.uptimeMs).toBe(10_000);
      expect(awake.computeCost).toBe(BigInt(awake.uptimeMs) * 1_000n);
    });
  });

  it("that stopped stay stopped when they are suspended, and can be started", async () => {
    await withMachine(async ({ id }, machines) => {
      await docker.getContainer(id).kill();
      await expect.poll(async () => (await machines.get(id)).state).not.toBe("started");
      const { state, uptimeMs } = await machines.suspend(id);
      expect(state).not.toBe("started");
      expect((await machines.get(id)).uptimeMs).toBe(uptimeMs);
      expect((await machines.start(id)).state).toBe("started");
    });
  });

  it("leave nothing on the host when their machine is destroyed", async () => {
    let gone = "";
    await withMachine(async (machine, machines) => {
      gone = machine.id;
      for (let round = 0; round < 3; round += 1) {
        await machines.suspend(machine.id);
        await machines.start(machine.id);
      }
      const { Volumes } = await docker.listVolumes();
      expect(Volumes.filter(({ Name }) => Name.includes(gone.slice(0, 32)))).toHaveLength(1);
    });
    const { Volumes } = await docker.listVolumes();
    expect(Volumes.filter(({ Name }) => Name.includes(gone.slice(0, 32)))).toEqual([]);
  });

  it.each([
    ["has no label", {}],
    [
      "is another deployment's",
      { "agent-treasury.app": "other", "agent-treasury.workspace-id": "acme" },
    ],
  ])("exclude every container that %s", async (_what, labels: Record<string, string>) => {
    const id = await plant(labels);
    const machines = host();
    for (const call of [
      () => machines.suspend(id),
      () => machines.start(id),
      () => machines.destroy(id),
      () =>
        machines.exec(id, {
          command: "touch /touched",
          timeoutSeconds: 5,
          maximumOutputBytes: 10,
          signal,
        }),
    ]) {
      expect(await codeOf(call())).toBe("machine_not_found");
    }
    const { State, Name } = await docker.getContainer(id).inspect();
    expect(State).toMatchObject({ Running: true, Paused: false });
    const taken = machines.provision({ name: Name.replace("/", ""), tags, signal });
    expect(await codeOf(taken)).toBe("machine_host_error");
  });

  it("are found by their full id only", async () => {
    await withMachine(async (machine, machines) => {
      expect(await codeOf(machines.destroy(machine.name))).toBe("machine_not_found");
      expect(await codeOf(machines.destroy(machine.id.slice(0, 12)))).toBe("machine_not_found");
      expect((await machines.get(machine.id)).state).toBe("started");
    });
  });

  it("are created once per name under concurrency", async () => {
    const name = `test-${crypto.randomUUID().slice(0, 8)}`;
    const asked = Array.from({ length: 12 }, () => host().provision({ name, tags, signal }));
    const ids = new Set((await Promise.all(asked)).map(({ id }) => id));
    expect(ids.size).toBe(1);
    await host().destroy([...ids][0] ?? "");
  });

  it("are not created from an unavailable image, with the host's error", async () => {
    const machines = host({ image: "localhost/no-such-image:none" });
    const failure = await machines
      .provision({ name: "test-imageless", tags, signal })
      .catch((error: unknown) => error);
    expect(isTreasuryError(failure) && failure.code).toBe("machine_host_error");
    expect(String(failure)).toMatch(/no-such-image/);
  });
});
