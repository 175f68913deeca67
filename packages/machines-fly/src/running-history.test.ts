import { describe, expect, it } from "vitest";
import { hostOn, provision, useStandIns } from "./stand-in-host.fixture.ts";
import { tell } from "./stand-in-machine.fixture.ts";

const newStandIn = useStandIns();
const hour = 3_600_000;
const prices = { performance: { cpuHourUsd: 0.03, gibibyteHourUsd: 0.01 } };

describe("what a machine on Fly ran and cost", () => {
  it("leaves out the time that it was suspended or stopped", async () => {
    const standIn = newStandIn();
    const host = hostOn(standIn, { prices });
    const { id } = await provision(host);
    standIn.now += hour;
    await host.suspend(id);
    standIn.now += 100 * hour;
    await host.start(id);
    standIn.now += hour;
    tell(standIn.machine("body"), "stopped", "exit", standIn.now);
    standIn.now += 100 * hour;
    expect(await host.get(id)).toMatchObject({ uptimeMs: 2 * hour, computeCost: 100_000n });
  });

  it("counts until it sleeps, and not from the moment that it was told to", async () => {
    const standIn = newStandIn();
    const host = hostOn(standIn, { prices });
    const { id } = await provision(host);
    standIn.now += hour;
    tell(standIn.machine("body"), "suspending", "suspend", standIn.now);
    standIn.now += hour;
    tell(standIn.machine("body"), "word-of-tomorrow", "update", standIn.now);
    expect((await host.get(id)).uptimeMs).toBe(2 * hour);
  });

  it("is right long after Fly has forgotten its first events", async () => {
    const standIn = newStandIn();
    standIn.waitsBeforeStarted = 0;
    const host = hostOn(standIn, { prices });
    const { id } = await provision(host);
    for (let day = 0; day < 30; day += 1) {
      standIn.now += hour;
      await host.suspend(id);
      standIn.now += 23 * hour;
      await host.start(id);
    }
    expect(standIn.machine("body").events.length).toBeGreaterThan(100);
    expect(await host.get(id)).toMatchObject({ uptimeMs: 30 * hour, computeCost: 1_500_000n });
    expect(await host.list()).toMatchObject([{ uptimeMs: 30 * hour }]);
  });

  it("asks for older events where the newest do not reach back", async () => {
    const standIn = newStandIn();
    const host = hostOn(standIn, { prices });
    const { id } = await provision(host);
    const machine = standIn.machine("body");
    for (let times = 0; times < 12; times += 1) {
      standIn.now += hour;
      tell(machine, "suspended", "suspend", standIn.now);
      tell(machine, "started", "start", standIn.now);
    }
    expect((await host.get(id)).uptimeMs).toBe(12 * hour);
    expect(standIn.calls.some((call) => call.endsWith("/events"))).toBe(true);
  });

  it("runs since it was made when Fly tells no events of a machine that runs", async () => {
    const standIn = newStandIn();
    const host = hostOn(standIn, { prices });
    const { id } = await provision(host);
    standIn.machine("body").events.length = 0;
    standIn.now += hour;
    expect((await host.get(id)).uptimeMs).toBe(hour);
  });
});
