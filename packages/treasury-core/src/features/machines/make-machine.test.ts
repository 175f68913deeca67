import { Micros, type Machine } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { type TestTreasury, testTreasury } from "../../create/test-treasury.fixture.ts";
import { machinesWorkspaceId } from "../../kernel/deployment/deployment-workspace.ts";
import { memoryStorage } from "../../memory.ts";
import type { MachineSettings } from "./machine-host.ts";
import { releaseReservation, reserveMachine } from "./make-machine.ts";

const minute = 60_000;

const settings: MachineSettings = {
  host: null,
  machinesPerWorkspace: 2,
  machinesPerDeployment: 3,
  provisionTimeoutMs: 5 * minute,
  execTimeoutSeconds: 60,
  idleSuspendMs: 5 * minute,
  tabs: null,
};

function machine(name: string, workspaceId: string | null): Machine {
  return {
    id: name,
    name,
    state: "started",
    region: "",
    image: "",
    cpuKind: "",
    cpus: 1,
    memoryMb: 1,
    tags: workspaceId === null ? null : { workspaceId, agentId: null, goal: null, label: null },
    createdAt: 0,
    uptimeMs: 0,
    computeCost: Micros.zero,
  };
}

async function reserve(
  { engine }: TestTreasury,
  name: string,
  workspaceId: string,
  listed: readonly Machine[] = [],
): Promise<string> {
  const command = reserveMachine({ name, workspaceId, listed }, settings);
  return engine.committer.run(machinesWorkspaceId, command).then(
    () => "reserved",
    (error: { code: string }) => error.code,
  );
}

function release({ engine }: TestTreasury, name: string): Promise<null> {
  return engine.committer.run(machinesWorkspaceId, releaseReservation(name));
}

describe("a reservation", () => {
  it("counts in every process before the host lists the machine", async () => {
    const storage = memoryStorage();
    const [one, other] = [testTreasury({ storage }), testTreasury({ storage })];
    const answers = await Promise.all([
      reserve(one, "m1", "acme"),
      reserve(other, "m2", "acme"),
      reserve(one, "m3", "acme"),
      reserve(other, "m4", "acme"),
    ]);
    expect(answers.toSorted()).toEqual([
      "machine_limit_reached",
      "machine_limit_reached",
      "reserved",
      "reserved",
    ]);
  });

  it("counts once if the host already lists its machine", async () => {
    const treasury = testTreasury();
    await reserve(treasury, "m1", "acme");
    const listed = [machine("m1", "acme")];
    expect(await reserve(treasury, "m2", "acme", listed)).toBe("reserved");
    expect(await reserve(treasury, "m3", "acme", listed)).toBe("machine_limit_reached");
  });

  it("counts for its workspace and for the deployment", async () => {
    const treasury = testTreasury();
    expect(await reserve(treasury, "m1", "acme")).toBe("reserved");
    expect(await reserve(treasury, "m2", "acme")).toBe("reserved");
    expect(await reserve(treasury, "m3", "acme")).toBe("machine_limit_reached");
    expect(await reserve(treasury, "m4", "other")).toBe("reserved");
    expect(await reserve(treasury, "m5", "third")).toBe("machine_limit_reached");
  });

  it("can be released, and a second release has no effect", async () => {
    const treasury = testTreasury();
    await reserve(treasury, "m1", "acme");
    await reserve(treasury, "m2", "acme");
    await release(treasury, "m1");
    await release(treasury, "m1");
    await release(treasury, "never");
    expect(await reserve(treasury, "m3", "acme")).toBe("reserved");
    expect(await reserve(treasury, "m4", "acme")).toBe("machine_limit_reached");
  });

  it("counts as long as its machine may still start, and no longer", async () => {
    const treasury = testTreasury();
    await reserve(treasury, "m1", "acme");
    await reserve(treasury, "m2", "acme");
    treasury.clock.advance(10 * minute - 1_000);
    expect(await reserve(treasury, "m3", "acme")).toBe("machine_limit_reached");
    treasury.clock.advance(2_000);
    expect(await reserve(treasury, "m3", "acme")).toBe("reserved");
  });
});
