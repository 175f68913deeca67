import {
  type Machine,
  type MachineHost,
  type Treasury,
  type TreasuryOptions,
  createTreasury,
  TreasuryError,
  isTreasuryError,
  systemClock,
} from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { describe, expect, it } from "vitest";
import { scriptedModel } from "../model/scripted-model.ts";
import { type MemoryMachineHost, memoryMachineHost } from "./memory-machine-host.ts";

const baseUrl = "http://localhost:3000";
const minute = 60_000;

/** A world of one storage and one host, in which any number of processes come and go. */
function world(hostOptions: Parameters<typeof memoryMachineHost>[0] = {}) {
  let time = Date.UTC(2027, 0, 1);
  const now = (): number => time;
  const storage = memoryStorage({ now });
  const commands: string[] = [];
  const host = memoryMachineHost({
    now,
    exec: (machine, command) => {
      commands.push(`${machine.state}: ${command}`);
      return { exitCode: 0, stdout: "Linux\n", stderr: "", durationMs: 1 };
    },
    ...hostOptions,
  });
  const process = (options: Partial<TreasuryOptions> = {}): Treasury =>
    createTreasury({
      baseUrl,
      storage,
      machines: host,
      model: scriptedModel(),
      clock: {
        now,
        monotonic: now,
        sleep: (milliseconds, signal) => systemClock.sleep(milliseconds, signal),
      },
      execution: { recoverySeconds: false },
      onFailure: () => undefined,
      ...options,
    });
  const advance = (milliseconds: number): void => {
    time += milliseconds;
  };
  return { host, storage, commands, process, advance };
}

async function stateOf(host: MemoryMachineHost): Promise<readonly string[]> {
  return (await host.list()).map(({ state }) => state);
}

async function directive(treasury: Treasury, message = "run `uname -a`"): Promise<string> {
  return JSON.stringify(await treasury.runTurn({ workspaceId: "acme", message }));
}

/** The host as the next process finds it, of which one answer never came. */
function killedOnce(host: MachineHost, after: "provision"): MachineHost {
  let killed = false;
  return {
    ...host,
    [after]: async (...asked: Parameters<MachineHost["provision"]>): Promise<Machine> => {
      const machine = await host.provision(...asked);
      if (killed) return machine;
      killed = true;
      return new Promise(() => undefined);
    },
  };
}

describe("an agent's own machine", () => {
  it("is one, however many ask at once in however many processes", async () => {
    const { host, process } = world();
    const processes = Array.from({ length: 4 }, () => process());
    const asked = processes.flatMap((each) =>
      Array.from({ length: 13 }, () => each.ensureAgentBody("acme")),
    );
    const ids = new Set((await Promise.all(asked)).map(({ id }) => id));
    expect([ids.size, (await host.list()).length]).toEqual([1, 1]);
    const other = await process().ensureAgentBody("other");
    expect(ids.has(other.id)).toBe(false);
  });

  it("is found again after a process died while it was made", async () => {
    const { host, process } = world();
    void process({ machines: killedOnce(host, "provision") }).ensureAgentBody("acme");
    while ((await host.list()).length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    const { id } = await process().ensureAgentBody("acme");
    expect((await host.list()).map((machine) => machine.id)).toEqual([id]);
  });

  it("stays one at a host that gives two machines one name", async () => {
    const { host, process } = world();
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
      process({ machines: careless }).ensureAgentBody("acme"),
    );
    const ids = new Set((await Promise.all(asked)).map(({ id }) => id));
    expect(made).toBeGreaterThan(1);
    expect([ids.size, (await host.list()).length]).toEqual([1, 1]);
  });

  it("counts among the machines that a workspace may have", async () => {
    const { process } = world();
    const treasury = process({ fleet: { machinesPerWorkspace: 0 } });
    const failure = await treasury.ensureAgentBody("acme").catch((error: unknown) => error);
    expect(isTreasuryError(failure) && failure.code).toBe("machine_limit_reached");
  });

  it("is made anew when it was destroyed", async () => {
    const { host, process } = world();
    const { id } = await process().ensureAgentBody("acme");
    await host.destroy(id);
    const next = await process().ensureAgentBody("acme");
    expect(next.id).not.toBe(id);
    expect((await host.list()).length).toBe(1);
  });
});

describe("the tool run_command", () => {
  it("runs on the machine, whose output the trace shows", async () => {
    const { process, commands } = world();
    const result = await process().runTurn({ workspaceId: "acme", message: "run `uname -a`" });
    expect(commands).toEqual(["started: uname -a"]);
    expect(JSON.stringify(result)).toContain("Linux");
  });

  it("resumes a machine that sleeps, and runs on the same one", async () => {
    const { host, process, commands, advance } = world();
    await directive(process());
    advance(6 * minute);
    expect(await process().recover()).toMatchObject({ fleet: { suspended: 1, orphans: [] } });
    expect(await stateOf(host)).toEqual(["suspended"]);
    await directive(process());
    expect(commands).toEqual(["started: uname -a", "started: uname -a"]);
    expect(await stateOf(host)).toEqual(["started"]);
  });

  it.each([
    ["machines without a network, to guests", { networked: false }, {}, true],
    ["machines with a network, not to guests", { networked: true }, {}, false],
    [
      "machines with a network, where people sign in",
      { networked: true },
      { authenticate: () => ({ name: "Ada" }) },
      true,
    ],
    ["a host without its key, not", { configured: false }, {}, false],
  ])("is offered on %s", async (_what, hostOptions, options, isOffered) => {
    const { process, commands } = world(hostOptions);
    await directive(process(options));
    expect(commands.length).toBe(isOffered ? 1 : 0);
  });

  it("tells the agent what the host says, and goes on", async () => {
    const { host, process } = world();
    const broken: MachineHost = {
      ...host,
      exec: () =>
        Promise.reject(
          new TreasuryError("machine_host_error", "The disk is full, Bearer abcdefghijk."),
        ),
    };
    const reply = await directive(process({ machines: broken }));
    expect(reply).toContain("The disk is full");
    expect(reply).not.toContain("abcdefghijk");
  });
});

describe("suspending what is idle", () => {
  it("leaves alone what was used a moment ago, and what sleeps", async () => {
    const { host, process, advance } = world();
    await directive(process());
    advance(4 * minute);
    expect(await process().recover()).toMatchObject({ fleet: { suspended: 0 } });
    expect(await stateOf(host)).toEqual(["started"]);
    advance(2 * minute);
    const both = await Promise.all([process().recover(), process().recover()]);
    expect(both.map(({ fleet }) => fleet.suspended)).toEqual(expect.arrayContaining([0, 1]));
    advance(60 * minute);
    expect(await process().recover()).toMatchObject({ fleet: { suspended: 0 } });
  });

  it("suspends no machine on which a command runs", async () => {
    const { promise: running, resolve: end } = Promise.withResolvers<void>();
    const { host, process, advance } = world({
      exec: async () => {
        await running;
        return { exitCode: 0, stdout: "", stderr: "", durationMs: 1 };
      },
    });
    const fleet = { idleSuspendSeconds: 1, execTimeoutSeconds: 600 };
    const turns = { timeoutSeconds: 3_600 };
    const turn = directive(process({ fleet, turns }));
    while ((await host.list()).length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    await new Promise((resolve) => setTimeout(resolve, 50));
    advance(5 * minute);
    expect(await process({ fleet }).recover()).toMatchObject({ fleet: { suspended: 0 } });
    expect(await stateOf(host)).toEqual(["started"]);
    end();
    await turn;
  });

  it("waits with a command until a suspension that began before is over", async () => {
    const { host, process, advance, commands } = world();
    await directive(process());
    advance(6 * minute);
    const begun = Promise.withResolvers<void>();
    const slow: MachineHost = {
      ...host,
      suspend: async (id) => {
        begun.resolve();
        await new Promise((resolve) => setTimeout(resolve, 100));
        return host.suspend(id);
      },
    };
    const suspending = process({ machines: slow }).recover();
    await begun.promise;
    await directive(process());
    await suspending;
    expect(commands).toHaveLength(2);
    expect(await stateOf(host)).toEqual(["started"]);
  });

  it("is done by a treasury's own timer", async () => {
    const { host, process, advance } = world();
    const treasury = process({ execution: { recoverySeconds: 0.01 } });
    await directive(treasury);
    advance(6 * minute);
    while ((await stateOf(host))[0] !== "suspended") {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(await process().recover()).toMatchObject({ fleet: { suspended: 0 } });
    await treasury.close();
  });
});

describe("what machines and records lost each other", () => {
  it("is a machine without a record, which has one again and is suspended", async () => {
    const { host, process, advance } = world();
    const { id: machineId } = await process().ensureAgentBody("acme");
    const restored = (): Treasury => process({ storage });
    const storage = memoryStorage({ now: () => Date.UTC(2027, 0, 1) + 60 * minute });
    advance(60 * minute);
    const orphans = [{ kind: "machine", workspaceId: "acme", machineId }];
    expect(await restored().recover()).toMatchObject({ fleet: { orphans } });
    expect(await restored().recover()).toMatchObject({ fleet: { orphans: [] } });
    expect((await restored().ensureAgentBody("acme")).id).toBe(machineId);
    expect((await host.list()).length).toBe(1);
  });

  it("is a record without a machine, which is forgotten", async () => {
    const { host, process } = world();
    const { id: machineId } = await process().ensureAgentBody("acme");
    await host.destroy(machineId);
    const orphans = [{ kind: "record", workspaceId: "acme", machineId }];
    expect(await process().recover()).toMatchObject({ fleet: { orphans, suspended: 0 } });
    expect(await process().recover()).toMatchObject({ fleet: { orphans: [] } });
  });

  it("is nothing of what somebody destroyed through the service", async () => {
    const { process } = world();
    const treasury = process();
    const { id } = await treasury.ensureAgentBody("acme");
    const request = new Request(`${baseUrl}/api/service/agents/${id}`, { method: "DELETE" });
    expect((await treasury.handler(request)).status).toBe(200);
    expect(await process().recover()).toMatchObject({ fleet: { orphans: [], failed: 0 } });
  });

  it("takes no machine that was made in another way for a body", async () => {
    const { process, advance } = world();
    const treasury = process();
    const request = new Request(`${baseUrl}/api/service/agents`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    });
    expect((await treasury.handler(request)).status).toBe(200);
    advance(60 * minute);
    expect(await process().recover()).toMatchObject({ fleet: { orphans: [], suspended: 0 } });
  });
});
