import type { Treasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { describe, expect, it } from "vitest";
import { agentWorld, beginning, minute } from "./agent-world.fixture.ts";

describe("what machines and records lost each other", () => {
  it("is a machine without a record, which has one again and is suspended", async () => {
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

  it("is a record without a machine, which is forgotten", async () => {
    const { host, process } = agentWorld();
    const { id: machineId } = await process().ensureAgentBody("acme");
    await host.destroy(machineId);
    const orphans = [{ kind: "record", workspaceId: "acme", machineId }];
    expect(await process().recover()).toMatchObject({ fleet: { orphans, suspended: 0 } });
    expect(await process().recover()).toMatchObject({ fleet: { orphans: [] } });
  });

  it("is nothing of what somebody destroyed through the service", async () => {
    const { process } = agentWorld();
    const treasury = process();
    const { id } = await treasury.ensureAgentBody("acme");
    const request = new Request(`http://localhost:3000/api/service/agents/${id}`, {
      method: "DELETE",
    });
    expect((await treasury.handler(request)).status).toBe(200);
    expect(await process().recover()).toMatchObject({ fleet: { orphans: [], failed: 0 } });
  });

  it("takes no machine that was made in another way for a body", async () => {
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
