import type { Treasury } from "@agent-treasury/treasury-core";
import { describe, expect, it } from "vitest";
import { agentWorld, directive, minute, statesOf } from "./agent-world.fixture.ts";

/** An operator's machine action, as a request. */
async function act(treasury: Treasury, id: string, action: object): Promise<number> {
  const { status } = await treasury.handler(
    new Request(`http://localhost:3000/api/service/agents/${id}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(action),
    }),
  );
  return status;
}

const limits = { idleSuspendSeconds: 300 };

/** Commands run until they are ended, in order. */
function slowWorld() {
  const running: (() => void)[] = [];
  const world = agentWorld({
    exec: async () => {
      await new Promise<void>((resolve) => running.push(resolve));
      return { exitCode: 0, stdout: "", stderr: "", durationMs: 1 };
    },
  });
  const begun = (count: number) => expect.poll(() => running.length).toBe(count);
  return { ...world, begun, end: (place: number) => running[place]?.() };
}

describe("an agent's own machine that an operator uses", () => {
  it("is not suspended during the operator's command, but after it was idle", async () => {
    const { host, process, advance, begun, end } = slowWorld();
    const treasury = process({ limits });
    const { id } = await treasury.ensureAgentBody("acme");
    advance(4 * minute);
    const exec = act(treasury, id, { action: "exec", command: "make", timeoutSec: 600 });
    await begun(1);
    advance(6 * minute);
    expect(await process({ limits }).recover()).toMatchObject({ fleet: { suspended: 0 } });
    expect(await statesOf(host)).toEqual(["started"]);
    end(0);
    expect(await exec).toBe(200);
    advance(4 * minute);
    expect(await process({ limits }).recover()).toMatchObject({ fleet: { suspended: 0 } });
    advance(2 * minute);
    expect(await process({ limits }).recover()).toMatchObject({ fleet: { suspended: 1 } });
  });

  it.each([{ action: "start" }, { action: "exec", command: "uname" }])(
    "is suspended some time after $action",
    async (action) => {
      const { host, process, advance } = agentWorld();
      const treasury = process({ limits });
      const { id } = await treasury.ensureAgentBody("acme");
      advance(6 * minute);
      expect(await treasury.recover()).toMatchObject({ fleet: { suspended: 1 } });
      expect(await act(treasury, id, action)).toBe(200);
      expect(await statesOf(host)).toEqual(["started"]);
      advance(6 * minute);
      expect(await treasury.recover()).toMatchObject({ fleet: { suspended: 1 } });
      expect(await statesOf(host)).toEqual(["suspended"]);
    },
  );

  it("stays running while an agent or an operator has a command on it", async () => {
    const { host, process, advance, begun, end } = slowWorld();
    const turns = { timeoutSeconds: 3_600 };
    const treasury = process({ limits: { ...limits, execTimeoutSeconds: 600 }, turns });
    const turn = directive(treasury);
    await begun(1);
    const { id } = await treasury.ensureAgentBody("acme");
    const exec = act(treasury, id, { action: "exec", command: "make", timeoutSec: 600 });
    await begun(2);
    end(1);
    expect(await exec).toBe(200);
    advance(6 * minute);
    expect(await process({ limits }).recover()).toMatchObject({ fleet: { suspended: 0 } });
    expect(await statesOf(host)).toEqual(["started"]);
    end(0);
    await turn;
  });
});
