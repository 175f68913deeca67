import type { Treasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { describe, expect, it } from "vitest";
import { agentWorld, beginning, minute } from "./agent-world.fixture.ts";

describe("repairing machines and records that do not match", () => {
  it("records a machine without a record, and suspends it", async () => {
    const { host, process, advance } = agentWorld();
    const { id: machineId } = await process().ensureAgentBody("acme");
    const restored = (): Treasury => process({ storage });
    const storage = memoryStorage({ now: () => beginning + 60 * minute });
    advance(60 * minute);
    const orphans = [{ kind: "machine", workspaceId: "acme", machineId }];
    expect(await restored().recover()).toMatchObject({ fleet: { orphans } });
    expect(await restored().recover()).toMatchObject({ fleet: { orphans: [] } });
    expect((await restored().ensureAgentBody("acme")).id).toBe(machineId);
    expect((await host.list()).length).toBe(1);
  });

  it("removes a record without a machine", async () => {
    const { host, process } = agentWorld();
    const { id: machineId } = await process().ensureAgentBody("acme");
    await host.destroy(machineId);
    const orphans = [{ kind: "record", workspaceId: "acme", machineId }];
    expect(await process().recover()).toMatchObject({ fleet: { orphans, suspended: 0 } });
    expect(await process().recover()).toMatchObject({ fleet: { orphans: [] } });
  });

  it("ignores machines that were destroyed through the service", async () => {
    const { process } = agentWorld();
    const treasury = process();
    const { id } = await treasury.ensureAgentBody("acme");
    const request = new Request(`http://localhost:3000/api/service/agents/${id}`, {
      method: "DELETE",
    });
    expect((await treasury.handler(request)).status).toBe(200);
    expect(await process().recover()).toMatchObject({ fleet: { orphans: [], failed: 0 } });
  });

  it("uses no machine created by another way as an agent's machine", async () => {
    const { process, advance } = agentWorld();
    const treasury = process();
    const request = new Request(`http://localhost:3000/api/service/agents`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    });
    expect((await treasury.handler(request)).status).toBe(200);
    advance(60 * minute);
    expect(await process().recover()).toMatchObject({ fleet: { orphans: [], suspended: 0 } });
  });
});
