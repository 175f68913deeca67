import { describe, expect, it } from "vitest";
import { hostOn, provision, useStandIns } from "./stand-in-host.fixture.ts";
import { tell } from "./stand-in-machine.fixture.ts";

const newStandIn = useStandIns();
const hour = 3_600_000;
const prices = { performance: { cpuHourUsd: 0.03, gibibyteHourUsd: 0.01 } };

describe("the running time and cost of a machine on Fly", () => {
  it("exclude the time while it was suspended or stopped", async () => {
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

  it("count until it is suspended, not until the request", async () => {
    const standIn = newStandIn();
    const host = hostOn(standIn, { prices });
    const { id } = await provision(host);
    standIn.now += hour;
    tell(standIn.machine("body"), "suspending", "suspend", standIn.now);
    standIn.now += hour;
    tell(standIn.machine("body"), "word-of-tomorrow", "update", standIn.now);
    expect((await host.get(id)).uptimeMs).toBe(2 * hour);
  });

  it("are correct after Fly deleted its first events", async () => {
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

  it("use older events when the newest are not enough", async () => {
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

  it("count from creation when a running machine has no events", async () => {
    const standIn = newStandIn();
    const host = hostOn(standIn, { prices });
    const { id } = await provision(host);
    standIn.machine("body").events.length = 0;
    standIn.now += hour;
    expect((await host.get(id)).uptimeMs).toBe(hour);
  });
});
