import { machineHostConformance } from "@agent-treasury/testing";
import { type Machine, type MachineHost, isTreasuryError } from "@agent-treasury/treasury-core";
import Docker from "dockerode";
import { afterAll, describe, expect, it } from "vitest";
import { containerHost, testImage } from "./container-host.fixture.ts";
import { dockerMachines } from "./index.ts";

const real = containerHost();
const app = `test-${crypto.randomUUID().slice(0, 8)}`;
const tags = { workspaceId: "acme", agentId: null, goal: null, label: null };
const signal = new AbortController().signal;

function host(changes: Parameters<typeof dockerMachines>[0] = {}): MachineHost {
  return dockerMachines({
    socket: real.socket ?? "",
    image: testImage,
    memoryMb: 128,
    app,
    prices: { container: { cpuHourUsd: 3_600, gibibyteHourUsd: 0 } },
    ...changes,
  });
}

async function withMachine(
  test: (machine: Machine, machines: MachineHost) => Promise<void>,
  machines: MachineHost = host(),
): Promise<void> {
  const name = `test-${crypto.randomUUID().slice(0, 8)}`;
  const machine = await machines.provision({ name, tags, signal });
  try {
    await test(machine, machines);
  } finally {
    await machines.destroy(machine.id).catch(() => undefined);
  }
}

function run(
  machines: MachineHost,
  { id }: Machine,
  command: string,
  { timeoutSeconds = 30, maximumOutputBytes = 65_536 } = {},
) {
  return machines.exec(id, { command, timeoutSeconds, maximumOutputBytes, signal });
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "no failure",
    (error: unknown) => (isTreasuryError(error) ? error.code : String(error)),
  );
}

describe.skipIf(real.socket === null)(
  `on a real container host${real.socket === null ? ` (skipped: ${real.reason})` : ""}`,
  () => {
    const docker = new Docker({ socketPath: real.socket ?? "" });
    const foreign: string[] = [];
    const plant = async (Labels: Record<string, string> = {}): Promise<string> => {
      const name = `theirs-${crypto.randomUUID().slice(0, 8)}`;
      const { id } = await docker.createContainer({ name, Image: testImage, Labels });
      await docker.getContainer(id).start();
      foreign.push(id);
      return id;
    };
    afterAll(async () => {
      await Promise.all(foreign.map((id) => docker.getContainer(id).remove({ force: true })));
    });

    machineHostConformance(
      { describe, it, expect },
      {
        create: () => host(),
        createForeignMachine: () => plant(),
        commands: [
          { command: "echo hello", exitCode: 0, stdout: "hello\n" },
          { command: "exit 3", exitCode: 3 },
          {
            command: `printf '%s' "a 'b' \\"c\\""\necho; echo two`,
            exitCode: 0,
            stdout: `a 'b' "c"\ntwo\n`,
          },
        ],
        loudCommand: "for ((i = 0; i < 2000; i++)); do echo line; done",
        slowCommand: "sleep 30",
      },
    );

    it("tells the two streams apart, and replaces bytes that are no text", async () => {
      await withMachine(async (machine, machines) => {
        const outcome = await run(
          machines,
          machine,
          "printf 'a\\xff\\xfeb'; echo wrong >&2; exit 9",
        );
        expect(outcome).toMatchObject({ exitCode: 9, stdout: "a��b", stderr: "wrong\n" });
      });
    });

    it("really ends what runs out of time, with all that it started, and keeps what it printed", async () => {
      await withMachine(async (machine, machines) => {
        const command = "echo begun; (setsid sleep 4567 &) ; sleep 4568 & sleep 4569";
        const outcome = await run(machines, machine, command, { timeoutSeconds: 1 });
        expect(outcome).toMatchObject({ exitCode: 124, stdout: "begun\n" });
        const { stdout } = await run(machines, machine, "ps -o args | grep '456[789]'; true");
        expect(stdout).toBe("");
      });
    });

    it("really ends a command whose caller left", async () => {
      await withMachine(async (machine, machines) => {
        const left = machines.exec(machine.id, {
          command: "sleep 4570",
          timeoutSeconds: 30,
          maximumOutputBytes: 100,
          signal: AbortSignal.timeout(500),
        });
        expect(await codeOf(left)).toBe("machine_host_error");
        const { stdout } = await run(machines, machine, "ps -o args | grep '457[0]'; true");
        expect(stdout).toBe("");
      });
    });

    it("does not wait for what a command left in the background", async () => {
      await withMachine(async (machine, machines) => {
        const outcome = await run(machines, machine, "sleep 20 & echo done", {
          timeoutSeconds: 10,
        });
        expect(outcome).toMatchObject({ exitCode: 0, stdout: "done\n" });
      });
    });

    it("keeps no more of endless output than was asked for", async () => {
      await withMachine(async (machine, machines) => {
        const limits = { timeoutSeconds: 2, maximumOutputBytes: 1_000 };
        const { exitCode, stdout } = await run(machines, machine, "yes", limits);
        expect(exitCode).toBe(124);
        expect(stdout).toMatch(/\[output cut here\]\n$/);
        expect(stdout.length).toBeLessThan(1_100);
      });
    });

    it("applies the limits on memory, CPU and processes, and gives no network", async () => {
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

    it("counts what ran before and after a sleep, in a process that knows nothing of it", async () => {
      let now = Date.now();
      const clock = { now: () => now };
      await withMachine(async (machine) => {
        now += 10_000;
        await host(clock).suspend(machine.id);
        const asleep = await host(clock).get(machine.id);
        now += 3_600_000;
        expect((await host(clock).get(machine.id)).uptimeMs).toBe(asleep.uptimeMs);
        await host(clock).start(machine.id);
        now += 5_000;
        const awake = await host(clock).get(machine.id);
        expect(awake.uptimeMs - asleep.uptimeMs).toBe(5_000);
        expect(asleep.uptimeMs).toBeGreaterThanOrEqual(9_000);
        expect(asleep.uptimeMs).toBeLessThan(20_000);
        expect(awake.computeCost).toBe(BigInt(awake.uptimeMs) * 1_000n);
      }, host(clock));
    });

    it("leaves nothing behind when a machine is destroyed", async () => {
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
    ])("touches no container that %s", async (_what, labels: Record<string, string>) => {
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

    it("knows a machine by its whole id alone", async () => {
      await withMachine(async (machine, machines) => {
        expect(await codeOf(machines.destroy(machine.name))).toBe("machine_not_found");
        expect(await codeOf(machines.destroy(machine.id.slice(0, 12)))).toBe("machine_not_found");
        expect((await machines.get(machine.id)).state).toBe("started");
      });
    });

    it("makes one machine of one name for many who ask at once", async () => {
      const name = `test-${crypto.randomUUID().slice(0, 8)}`;
      const asked = Array.from({ length: 12 }, () => host().provision({ name, tags, signal }));
      const ids = new Set((await Promise.all(asked)).map(({ id }) => id));
      expect(ids.size).toBe(1);
      await host().destroy([...ids][0] ?? "");
    });

    it("tells the host's own message of an image that cannot be had", async () => {
      const machines = host({ image: "localhost/no-such-image:none" });
      const failure = await machines
        .provision({ name: "test-imageless", tags, signal })
        .catch((error: unknown) => error);
      expect(isTreasuryError(failure) && failure.code).toBe("machine_host_error");
      expect(String(failure)).toMatch(/no-such-image/);
    });
  },
);

describe("machines on a container host", () => {
  it("are not configured without a socket, and say so", async () => {
    const machines = dockerMachines({ socket: "" });
    expect(machines.configured()).toBe(false);
    expect(await codeOf(machines.list())).toBe("machines_not_connected");
  });

  it("tell neither path nor cause when nobody listens", async () => {
    const failure = await dockerMachines({ socket: "/nowhere/secret.sock" })
      .list()
      .catch((error: unknown) => error);
    expect(isTreasuryError(failure) && failure.code).toBe("machine_host_error");
    expect(String(failure)).not.toContain("/nowhere");
  });

  it.each([
    ["socket", { socket: "tcp://10.0.0.1:2375" }],
    ["cpus", { cpus: Number.NaN }],
    ["memoryMb", { memoryMb: 0 }],
    ["network", { network: "container:other" }],
    ["network", { network: "host" }],
    ["app", { app: "a=b" }],
    ["image", { image: " " }],
    ["maximumProcesses", { maximumProcesses: 0 }],
    ["cpuHourUsd", { prices: { container: { cpuHourUsd: -1, gibibyteHourUsd: 0 } } }],
  ])("refuse a wrong `%s`", (name, options) => {
    expect(() => dockerMachines(options).configured()).toThrow(name);
  });

  it.each(["..", "%2e%2e", "a/../b", "", "a b", "-x"])(
    "ask the host nothing for the id %j",
    async (id) => {
      // Nobody listens there: were the host asked, the failure would be the host's.
      const machines = dockerMachines({ socket: "/nowhere/podman.sock" });
      expect(await codeOf(machines.get(id))).toBe("machine_not_found");
      expect(await codeOf(machines.destroy(id))).toBe("machine_not_found");
    },
  );
});
