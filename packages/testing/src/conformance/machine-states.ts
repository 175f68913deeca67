import { systemClock } from "@agent-treasury/provider";
import { withMachine } from "./machine-fixture.ts";
import type { MachineHostConformanceOptions } from "./machine-host-options.ts";
import type { TestFramework } from "./test-framework.ts";

export function testMachineStates(
  { it, expect }: TestFramework,
  options: MachineHostConformanceOptions,
): void {
  const { create, elapse = (milliseconds) => systemClock.sleep(milliseconds) } = options;

  it("suspends and starts again", async () => {
    await withMachine(create, async (host, machine) => {
      expect((await host.suspend(machine.id)).state).toBe("suspended");
      expect((await host.get(machine.id)).state).toBe("suspended");
      expect((await host.start(machine.id)).state).toBe("started");
      expect((await host.get(machine.id)).state).toBe("started");
    });
  });

  it("does not change a machine that is started or suspended twice", async () => {
    await withMachine(create, async (host, machine) => {
      expect((await host.start(machine.id)).state).toBe("started");
      await host.suspend(machine.id);
      expect((await host.suspend(machine.id)).state).toBe("suspended");
    });
  });

  it("counts time and cost only while a machine runs", async () => {
    await withMachine(create, async (host, machine) => {
      await elapse(1200);
      const ran = await host.get(machine.id);
      expect(ran.uptimeMs >= machine.uptimeMs + 1000).toBe(true);
      expect(ran.computeCost >= machine.computeCost).toBe(true);
      const asleep = await host.suspend(machine.id);
      await elapse(1200);
      const later = await host.get(machine.id);
      expect(later.uptimeMs).toBe(asleep.uptimeMs);
      expect(later.computeCost === asleep.computeCost).toBe(true);
      const awake = await host.start(machine.id);
      expect(awake.uptimeMs >= asleep.uptimeMs).toBe(true);
    });
  });
}
