import { type Clock, type MachineHost, TreasuryError, systemClock } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { agentWorld, directive, minute, statesOf } from "./agent-world.fixture.ts";

describe("suspending idle machines", () => {
  it("ignores recently used and suspended machines", async () => {
    const { host, process, advance } = agentWorld();
    await directive(process());
    advance(4 * minute);
    expect(await process().recover()).toMatchObject({ fleet: { suspended: 0 } });
    expect(await statesOf(host)).toEqual(["started"]);
    advance(2 * minute);
    const both = await Promise.all([process().recover(), process().recover()]);
    expect(both.map(({ fleet }) => fleet.suspended)).toEqual(expect.arrayContaining([0, 1]));
    advance(60 * minute);
    expect(await process().recover()).toMatchObject({ fleet: { suspended: 0 } });
  });

  it("suspends no machine with a running command", async () => {
    const begun = Promise.withResolvers<void>();
    const { promise: running, resolve: end } = Promise.withResolvers<void>();
    const { host, process, advance } = agentWorld({
      exec: async () => {
        begun.resolve();
        await running;
        return { exitCode: 0, stdout: "", stderr: "", durationMs: 1 };
      },
    });
    const limits = { idleSuspendSeconds: 1, execTimeoutSeconds: 600 };
    const turns = { timeoutSeconds: 3_600 };
    const turn = directive(process({ limits, turns }));
    await begun.promise;
    advance(5 * minute);
    expect(await process({ limits }).recover()).toMatchObject({ fleet: { suspended: 0 } });
    expect(await statesOf(host)).toEqual(["started"]);
    end();
    await turn;
  });

  it("does not wait for a command whose machine could not be read before it began", async () => {
    const { host, process, advance } = agentWorld();
    const limits = { idleSuspendSeconds: 60 };
    await directive(process({ limits }));
    let reads = 0;
    const unreadable: MachineHost = {
      ...host,
      // Once to find it, and once when it must not be suspended any more.
      get: async (id) => {
        reads += 1;
        if (reads === 2) throw new TreasuryError("machine_host_error", "It is down.");
        return host.get(id);
      },
    };
    expect(await directive(process({ limits, host: unreadable }))).toContain("It is down.");
    expect(reads).toBe(2);
    advance(2 * minute);
    expect(await process({ limits }).recover()).toMatchObject({ fleet: { suspended: 1 } });
  });

  // Limits a command that does not wait, because the suspension would wait for it forever.
  it("makes a command wait for a suspension in progress", async () => {
    const { host, process, advance, commands, clock } = agentWorld();
    await directive(process());
    advance(6 * minute);
    const begun = Promise.withResolvers<void>();
    const foundBusy = Promise.withResolvers<void>();
    const slow: MachineHost = {
      ...host,
      suspend: async (id) => {
        begun.resolve();
        await foundBusy.promise;
        return host.suspend(id);
      },
    };
    const suspending = process({ host: slow }).recover();
    await begun.promise;
    const sleep: Clock["sleep"] = (milliseconds, signal) => {
      // A short sleep polls; the renewal of a lease sleeps for seconds.
      if (milliseconds < 1_000) foundBusy.resolve();
      return systemClock.sleep(milliseconds, signal);
    };
    await directive(process({ clock: { ...clock, sleep } }));
    await suspending;
    expect(commands).toHaveLength(2);
    expect(await statesOf(host)).toEqual(["started"]);
  });

  it("runs by a treasury's own timer", async () => {
    const { host, process, advance } = agentWorld();
    const treasury = process({ recoverySeconds: 0.01 });
    await directive(treasury);
    advance(6 * minute);
    await expect.poll(() => statesOf(host)).toEqual(["suspended"]);
    expect(await process().recover()).toMatchObject({ fleet: { suspended: 0 } });
    await treasury.close();
  });
});
