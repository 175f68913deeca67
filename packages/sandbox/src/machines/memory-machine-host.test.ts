import { isTreasuryError } from "@agent-treasury/provider";
import { machineHostConformance } from "@agent-treasury/testing";
import { describe, expect, it } from "vitest";
import { memoryMachineHost } from "./memory-machine-host.ts";

const tags = { workspaceId: "acme", agentId: null, goal: null, label: null };
const signal = new AbortController().signal;
const outcome = { exitCode: 0, stdout: "", stderr: "", durationMs: 1 };

function testClock(): { now: () => number; elapse: (milliseconds: number) => Promise<void> } {
  let time = Date.UTC(2027, 0, 1);
  return {
    now: () => time,
    elapse: async (milliseconds) => {
      time += milliseconds;
    },
  };
}

const clock = testClock();
machineHostConformance(
  { describe, it, expect },
  {
    create: () =>
      memoryMachineHost({
        now: clock.now,
        exec: (_machine, command) => {
          if (command === "echo hello") return { ...outcome, stdout: "hello\n" };
          if (command === "loud") return { ...outcome, stdout: "é".repeat(1000) };
          if (command === "slow") return { ...outcome, exitCode: 124 };
          return { ...outcome, exitCode: 3 };
        },
      }),
    createForeignMachine: async (host) =>
      "plant" in host && typeof host.plant === "function" ? host.plant("theirs").id : "",
    elapse: clock.elapse,
    commands: [
      { command: "echo hello", exitCode: 0, stdout: "hello\n" },
      { command: "exit 3", exitCode: 3 },
    ],
    loudCommand: "loud",
    slowCommand: "slow",
  },
);

describe("the in-memory machine host", () => {
  it("runs no command and reports so, unless a test scripts it", async () => {
    const host = memoryMachineHost();
    const { id } = await host.provision({ name: "body", tags, signal });
    const options = { command: "ls", timeoutSeconds: 5, maximumOutputBytes: 1000, signal };
    const { exitCode, stderr } = await host.exec(id, options);
    expect(exitCode).toBe(127);
    expect(stderr).toContain("stand-in");
    expect(stderr).toContain("runs nothing");
  });

  it("reports that it is not real, also in its spec", () => {
    const host = memoryMachineHost();
    expect([host.provider, host.real, host.networked]).toEqual(["memory", false, false]);
    expect(host.defaultSpec().image).toBe("in-memory-stand-in");
    expect(memoryMachineHost({ networked: true }).networked).toBe(true);
  });

  it("bills running time by its clock and price", async () => {
    const { now, elapse } = testClock();
    const host = memoryMachineHost({ now, priceMicrosPerHour: 60_000n });
    const { id } = await host.provision({ name: "body", tags, signal });
    await elapse(30 * 60_000);
    await host.suspend(id);
    await elapse(600 * 60_000);
    await host.start(id);
    await elapse(30 * 60_000);
    const machine = await host.get(id);
    expect(machine.uptimeMs).toBe(60 * 60_000);
    expect(machine.computeCost).toBe(60_000n);
  });

  it("runs no command on a suspended machine", async () => {
    const host = memoryMachineHost({ exec: () => outcome });
    const { id } = await host.provision({ name: "body", tags, signal });
    await host.suspend(id);
    const options = { command: "ls", timeoutSeconds: 5, maximumOutputBytes: 1000, signal };
    const failure = await host.exec(id, options).catch((error: unknown) => error);
    expect(isTreasuryError(failure) && failure.code).toBe("machine_host_error");
  });

  it("does not use another owner's machine with the same name", async () => {
    const host = memoryMachineHost();
    host.plant("body");
    const failure = await host
      .provision({ name: "body", tags, signal })
      .catch((error: unknown) => error);
    expect(isTreasuryError(failure) && failure.code).toBe("machine_host_error");
  });

  it("rejects every call when it is not configured", async () => {
    const host = memoryMachineHost({ configured: false });
    expect(host.configured()).toBe(false);
    const failure = await host.list().catch((error: unknown) => error);
    expect(isTreasuryError(failure) && failure.code).toBe("machines_not_connected");
  });
});
