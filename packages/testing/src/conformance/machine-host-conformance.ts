import { testMachineCommands } from "./machine-commands.ts";
import type { MachineHostConformanceOptions } from "./machine-host-options.ts";
import { testDestroying, testProvisioning } from "./machine-life.ts";
import { testMachineStates } from "./machine-states.ts";
import type { TestFramework } from "./test-framework.ts";

/**
 * Tests any `MachineHost`, in your test framework.
 *
 * @example
 * import { describe, expect, it } from "vitest";
 * machineHostConformance({ describe, it, expect }, { create: () => memoryMachineHost() });
 */
export function machineHostConformance(
  framework: TestFramework,
  options: MachineHostConformanceOptions,
): void {
  framework.describe("a machine host", () => {
    testProvisioning(framework, options);
    testMachineStates(framework, options);
    testMachineCommands(framework, options);
    testDestroying(framework, options);
  });
}
