import { isTreasuryError } from "@agent-treasury/provider";
import { machineHostConformance } from "@agent-treasury/testing";
import { describeOnHost } from "containers-for-tests";
import { describe, expect, it } from "vitest";
import { dockerMachines } from "./index.ts";
import { codeOf, host, realHost } from "./real-host.fixture.ts";

describeOnHost("machines", () => {
  const { plant } = realHost();

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
});

describe("machines on a container host", () => {
  it("are reported as not configured without a socket", async () => {
    const machines = dockerMachines({ socket: "" });
    expect(machines.configured()).toBe(false);
    expect(await codeOf(machines.list())).toBe("machines_not_connected");
  });

  it("report an unreachable host without its path or cause", async () => {
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
  ])("reject an invalid `%s`", (name, options) => {
    expect(() => dockerMachines(options).configured()).toThrow(name);
  });

  it.each(["..", "%2e%2e", "a/../b", "", "a b", "-x"])(
    "send no request for the id %j",
    async (id) => {
      // No server listens there, so a request would fail with a host error.
      const machines = dockerMachines({ socket: "/nowhere/podman.sock" });
      expect(await codeOf(machines.get(id))).toBe("machine_not_found");
      expect(await codeOf(machines.destroy(id))).toBe("machine_not_found");
    },
  );
});
