import { machineHostConformance } from "@agent-treasury/testing";
import { afterEach, describe, expect, it, vi } from "vitest";
import { flyMachines } from "./fly-machines.ts";
import { failureOf, hostOn, provision, useStandIns } from "./stand-in-host.fixture.ts";

const newStandIn = useStandIns();
let standIn = newStandIn();

machineHostConformance(
  { describe, it, expect },
  {
    create: () => {
      standIn = newStandIn();
      return hostOn(standIn);
    },
    createForeignMachine: async () => standIn.plant("theirs"),
    elapse: async (milliseconds) => {
      standIn.now += milliseconds;
    },
    commands: [
      { command: "echo hello", exitCode: 0, stdout: "hello\n" },
      { command: "echo no >&2; exit 3", exitCode: 3, stdout: "" },
      {
        command: `printf '%s\\n' "it's" 'a "quoted"\nline'`,
        exitCode: 0,
        stdout: `it's\na "quoted"\nline\n`,
      },
      { command: "printf 'a\\377b'", exitCode: 0, stdout: "a\uFFFDb" },
    ],
    loudCommand: "for i in $(seq 1000); do echo line $i; done",
    slowCommand: "sleep 30",
  },
);

describe("machines on Fly", () => {
  afterEach(() => vi.unstubAllEnvs());

  it("are described as real, networked and by their specification", () => {
    const host = flyMachines({ token: "t", app: "ours" });
    expect([host.provider, host.real, host.networked]).toEqual(["fly", true, true]);
    expect(host.defaultSpec()).toEqual({
      image: "debian:13-slim",
      cpuKind: "performance",
      cpus: 1,
      memoryMb: 2_048,
      region: "iad",
      app: "ours",
    });
  });

  it("are configured from the environment at the first call", async () => {
    const host = flyMachines();
    expect(host.configured()).toBe(false);
    expect(await failureOf(host.list())).toMatchObject({ code: "machines_not_connected" });
    vi.stubEnv("HOST_API_TOKEN", "t");
    expect(host.configured()).toBe(true);
    expect((await failureOf(host.list())).message).toContain("HOST_APP");
    vi.stubEnv("HOST_APP", "acme-agents");
    vi.stubEnv("HOST_MEMORY_MB", "4096");
    vi.stubEnv("HOST_CPUS", "2");
    vi.stubEnv("HOST_REGION", "fra");
    expect(host.defaultSpec()).toMatchObject({
      app: "acme-agents",
      memoryMb: 4_096,
      cpus: 2,
      region: "fra",
    });
  });

  it("send no token unencrypted over a public network, or to an invalid address", async () => {
    for (const apiUrl of ["http://api.machines.dev", "ftp://api", "fly", "https://fly.dev/?a=b"]) {
      const host = flyMachines({ token: "fm2_secretSecret", app: "ours", apiUrl });
      const { code, message } = await failureOf(host.list());
      expect(code).toBe("machines_not_connected");
      expect(message).not.toContain("fm2_");
    }
  });

  it("have the specified resources and a program that stays up", async () => {
    standIn = newStandIn();
    await provision(hostOn(standIn, { image: "acme/body:1", cpuKind: "shared", memoryMb: 512 }));
    expect(standIn.machine("body").config).toMatchObject({
      image: "acme/body:1",
      guest: { cpu_kind: "shared", cpus: 1, memory_mb: 512 },
      init: { exec: ["/bin/sleep", "infinity"] },
    });
  });

  it("report Fly's message when a machine is too large to be suspended", async () => {
    standIn = newStandIn();
    const host = hostOn(standIn, { cpus: 2, memoryMb: 4_096 });
    const { id } = await provision(host);
    const { code, message } = await failureOf(host.suspend(id));
    expect(code).toBe("machine_host_error");
    expect(message).toContain("more than 2GB of memory cannot be suspended");
  });
});
