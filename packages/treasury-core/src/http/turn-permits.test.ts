import { describe, expect, it } from "vitest";
import { manualClock } from "../features/agent/manual-clock.fixture.ts";
import { testModel } from "../features/agent/test-model.fixture.ts";
import { type Treasury, type TreasuryOptions, createTreasury } from "../index.ts";
import { memoryStorage } from "../memory.ts";

const baseUrl = "http://localhost:3000";

/** A treasury whose model never responds, so that each turn keeps its permit. */
function serving(options: Partial<TreasuryOptions> = {}) {
  const clock = manualClock();
  const model = testModel("wait");
  const storage = memoryStorage({ now: clock.now });
  const recovery = { recoverySeconds: false } as const;
  const treasury = createTreasury({ baseUrl, storage, clock, model, ...recovery, ...options });
  return { treasury, model };
}

/** Starts turns in separate workspaces, and returns the statuses of the rejected ones. */
async function send(
  { handler }: Treasury,
  count: number,
  from: { readonly name: string; readonly native?: unknown; readonly token?: string },
): Promise<readonly number[]> {
  const statuses: number[] = [];
  const asked = Array.from({ length: count }, async (_, index) => {
    const headers: Record<string, string> = {
      "content-type": "application/json",
      accept: "text/event-stream",
      "x-forwarded-for": `203.0.113.${index}`,
    };
    if (from.token !== undefined) headers["authorization"] = from.token;
    const body = JSON.stringify({ message: "Go.", workspaceId: `${from.name}-${index}` });
    const request = new Request(`${baseUrl}/api/service/agent`, { method: "POST", headers, body });
    const { status } = await handler(request, { native: from.native });
    if (status !== 200) statuses.push(status);
  });
  await Promise.all(asked);
  return statuses;
}

function address(remoteAddress: string): unknown {
  return { socket: { remoteAddress } };
}

function behindProxy(ip: string): unknown {
  return { ip, ...(address("10.0.0.1") as object) };
}

describe("the turn permits of a process", () => {
  it("are not all used by anonymous callers of one address", async () => {
    const { treasury, model } = serving();
    const refused = await send(treasury, 100, { name: "a", native: address("192.0.2.1") });
    expect(new Set(refused)).toEqual(new Set([429]));
    expect(refused).toHaveLength(75);
    expect(await send(treasury, 1, { name: "b", native: address("192.0.2.2") })).toEqual([]);
    await model.askedTimes(26);
  });

  it("are not all used by anonymous callers of one IPv6 network", async () => {
    const { treasury } = serving();
    const native = (index: number) => address(`2001:db8:1:2::${index.toString(16)}`);
    const refused = await Promise.all(
      Array.from({ length: 30 }, async (_, index) =>
        send(treasury, 1, { name: `n${index}`, native: native(index) }),
      ),
    );
    expect(refused.flat()).toHaveLength(5);
    const elsewhere = address("2001:db8:1:3::1");
    expect(await send(treasury, 1, { name: "b", native: elsewhere })).toEqual([]);
  });

  it("are not all used by anonymous callers of unknown addresses", async () => {
    const { treasury } = serving();
    expect(await send(treasury, 100, { name: "a" })).toHaveLength(75);
    void treasury.runTurn({ message: "Go." }).catch(() => undefined);
  });

  it("are counted by the address that Express derives by `trust proxy`", async () => {
    const { treasury } = serving();
    expect(await send(treasury, 30, { name: "a", native: behindProxy("192.0.2.1") })).toHaveLength(
      5,
    );
    expect(await send(treasury, 25, { name: "b", native: behindProxy("192.0.2.2") })).toEqual([]);
  });

  it("are counted by operator if operators sign in, from any address", async () => {
    const { treasury } = serving({
      authenticate: ({ request }) => ({ name: request.headers.get("authorization") ?? "" }),
    });
    const native = address("192.0.2.1");
    expect(await send(treasury, 60, { name: "a", native, token: "ada" })).toHaveLength(10);
    expect(await send(treasury, 1, { name: "b", native, token: "grace" })).toEqual([]);
  });

  it("are released when turns end", async () => {
    const { treasury } = serving({ turns: { concurrentTurns: 4 }, model: testModel([]) });
    const from = { name: "a", native: address("192.0.2.1") };
    for (let round = 0; round < 3; round += 1) {
      expect(await send(treasury, 1, { ...from, name: `a${round}` })).toEqual([]);
      await expect
        .poll(() => treasury.runTurn({ message: "Go." }).catch((e) => e.code))
        .not.toBe("too_many_turns");
    }
  });
});
