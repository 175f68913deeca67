import type { RequestListener } from "node:http";
import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ReceivedRequest } from "./receiver.fixture.ts";
import { openWebhooks, workspaceId } from "./test-webhooks.fixture.ts";

/** Longer than a slow machine needs. */
const patienceMs = 120_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const day = 86_400_000;
const idOf = ({ headers }: ReceivedRequest): unknown => headers["webhook-id"];

/** A receiver whose statuses a test changes. */
function changingAnswer(first: number) {
  const answer = { status: first };
  const listener: RequestListener = (_request, response) => response.writeHead(answer.status).end();
  return { answer, listener };
}

function typeOf(secret: string, { body, headers }: ReceivedRequest): string {
  const verified = new Webhook(secret).verify(body, headers as Record<string, string>);
  return (verified as { type: string }).type;
}

async function open(status = 200) {
  const { answer, listener } = changingAnswer(status);
  const opened = await openWebhooks({ answer: listener });
  const { treasury, call } = opened;
  return {
    ...opened,
    answer,
    types: (secret: string) => opened.received.map((request) => typeOf(secret, request)),
    propose: (amountUsd = 24) =>
      treasury.propose({ workspaceId, amountUsd, vendor: "Namecheap", purpose: "a domain" }),
    deliveries: async (id: string) => (await call("GET", `/endpoints/${id}/deliveries`)).body,
    later: async (milliseconds: number) => {
      vi.setSystemTime(Date.now() + milliseconds);
      await treasury.recover();
    },
  };
}

describe("an endpoint of a treasury", () => {
  it("receives the events of a spend in order, verified and once", async () => {
    const { add, propose, received, treasury, types, deliveries } = await open();
    const { id, secret } = await add();
    const { proposal } = await propose();
    const decision = { proposalId: proposal.id, decision: "approve", operator: "Ada" } as const;
    await treasury.decide({ workspaceId, ...decision });
    await vi.waitFor(() => expect(received).toHaveLength(3), patienceMs);
    expect(types(secret)).toEqual(["proposal.created", "proposal.decided", "proposal.executed"]);
    await vi.waitFor(
      async () =>
        expect(await deliveries(id)).toMatchObject({
          waiting: 0,
          failed: [],
          recent: [{ note: "HTTP 200" }, { note: "HTTP 200" }, { note: "HTTP 200" }],
        }),
      patienceMs,
    );
  });

  it("receives events of its kinds, after it was added", async () => {
    const { add, propose, received, treasury, types } = await open();
    const first = await propose();
    const { secret } = await add({ kinds: ["proposalDecided"] });
    const place = { workspaceId, operator: "Ada", decision: "deny" } as const;
    await treasury.decide({ ...place, proposalId: first.proposal.id });
    await propose();
    await vi.waitFor(() => expect(received.length).toBeGreaterThan(0), patienceMs);
    await treasury.recover();
    expect(types(secret)).toEqual(["proposal.decided"]);
  });

  it("that is down for two days receives everything afterwards, with the same ids", async () => {
    const { add, answer, propose, received, later, deliveries } = await open(503);
    const { id } = await add();
    for (const amountUsd of [21, 22, 23]) await propose(amountUsd);
    await vi.waitFor(async () => expect((await deliveries(id)).failed).toHaveLength(3), patienceMs);
    for (let hours = 0; hours < 48; hours += 8) await later(8 * 3_600_000);
    const failed = new Set(received.map(idOf));
    expect(failed.size).toBe(3);
    expect(received.length).toBeGreaterThan(9);
    answer.status = 200;
    const before = received.length;
    await later(2 * 3_600_000);
    await vi.waitFor(async () => expect((await deliveries(id)).failed).toEqual([]), patienceMs);
    expect(new Set(received.slice(before).map(idOf))).toEqual(failed);
  });

  it("is given up after three days, until a replay", async () => {
    const { add, answer, call, propose, received, later, deliveries } = await open(500);
    const { id, secret } = await add();
    await propose();
    await vi.waitFor(async () => expect((await deliveries(id)).failed).toHaveLength(1), patienceMs);
    await later(3 * day + 1);
    await vi.waitFor(
      async () =>
        expect((await deliveries(id)).failed).toMatchObject([
          { kind: "proposalCreated", failure: "HTTP 500", nextAttemptAt: null },
        ]),
      patienceMs,
    );
    const attempts = received.length;
    await later(day);
    expect(received).toHaveLength(attempts);
    answer.status = 204;
    const [failed] = (await deliveries(id)).failed;
    await call("POST", `/endpoints/${id}/replay`, { eventId: failed.eventId });
    await vi.waitFor(() => expect(received).toHaveLength(attempts + 1), patienceMs);
    expect(new Set(received.map(idOf))).toEqual(new Set([failed.eventId]));
    expect(typeOf(secret, received.at(-1)!)).toBe("proposal.created");
  });

  it("that answers 410 receives nothing more", async () => {
    const { add, answer, propose, received, later, call } = await open(410);
    await add();
    await propose();
    await vi.waitFor(() => expect(received).toHaveLength(1), patienceMs);
    await vi.waitFor(
      async () =>
        expect((await call("GET", "/endpoints")).body.endpoints).toMatchObject([
          { disabledReason: "HTTP 410" },
        ]),
      patienceMs,
    );
    answer.status = 200;
    await propose();
    await later(day);
    expect(received).toHaveLength(1);
  });

  it("that is removed receives nothing more", async () => {
    const { add, answer, call, propose, received, later, deliveries } = await open(500);
    const { id } = await add();
    await propose();
    await vi.waitFor(async () => expect((await deliveries(id)).failed).toHaveLength(1), patienceMs);
    await call("DELETE", `/endpoints/${id}`);
    answer.status = 200;
    await later(day);
    expect(received).toHaveLength(1);
  });
});
