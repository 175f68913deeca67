import { exec, withMachine } from "./machine-fixture.ts";
import type { MachineHostConformanceOptions } from "./machine-host-options.ts";
import type { TestFramework } from "./test-framework.ts";

export function testMachineCommands(
  { it, expect }: TestFramework,
  options: MachineHostConformanceOptions,
): void {
  const { create, commands = [], loudCommand, slowCommand } = options;

  it("returns the result of a command", async () => {
    await withMachine(create, async (host, machine) => {
      const outcome = await host.exec(machine.id, exec("true"));
      expect(Number.isSafeInteger(outcome.exitCode)).toBe(true);
      expect([typeof outcome.stdout, typeof outcome.stderr]).toEqual(["string", "string"]);
      expect(outcome.durationMs >= 0).toBe(true);
    });
  });

  for (const { command, exitCode, stdout } of commands) {
    it(`runs ${command}`, async () => {
      await withMachine(create, async (host, machine) => {
        const outcome = await host.exec(machine.id, exec(command));
        expect(outcome.exitCode).toBe(exitCode);
        if (stdout !== undefined) expect(outcome.stdout).toBe(stdout);
      });
    });
  }

  if (loudCommand !== undefined) {
    it("truncates long output and marks the cut", async () => {
      await withMachine(create, async (host, machine) => {
        const whole = await host.exec(machine.id, exec(loudCommand));
        const cut = await host.exec(machine.id, exec(loudCommand, { maximumOutputBytes: 100 }));
        expect(byteLength(whole.stdout) > 1000).toBe(true);
        expect(byteLength(cut.stdout) > 100 && byteLength(cut.stdout) < 300).toBe(true);
        expect(cut.stdout.slice(0, 50)).toBe(whole.stdout.slice(0, 50));
      });
    });
  }

  if (slowCommand !== undefined) {
    it("ends a command with 124 after its timeout", async () => {
      await withMachine(create, async (host, machine) => {
        const outcome = await host.exec(machine.id, exec(slowCommand, { timeoutSeconds: 1 }));
        expect(outcome.exitCode).toBe(124);
      });
    });
  }
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
