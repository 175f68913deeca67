import { createECDH } from "node:crypto";
import { guardedFetch } from "@agent-treasury/outbound-fetch";
import { decryptPush } from "push-for-tests";
import { describe, expect, it } from "vitest";
import {
  contact,
  key,
  movableClock,
  openPushWorld,
  spend,
  workspaceId,
} from "./push-world.fixture.ts";
import { push } from "./push.ts";

const minute = 60_000;

describe("a push", () => {
  it("names the spend and the workspace, and neither amount, payee, purpose nor person", async () => {
    const world = await openPushWorld();
    await world.turnOn("ada");
    const proposalId = await world.propose();
    expect(world.received).toHaveLength(1);
    const { text = "", subject, headers = {} } = world.received[0] ?? {};
    expect(JSON.parse(text)).toEqual({ workspaceId, proposalId, kind: "requested" });
    for (const secret of ["24", spend.vendor, spend.purpose, "ada", "Lovelace"]) {
      expect(text.replace(proposalId, "")).not.toContain(secret);
    }
    expect(subject).toBe(contact);
    expect(headers).toMatchObject({ urgency: "high", ttl: "86400" });
  });

  it("reaches every device, and repeats at the reminder and the escalation", async () => {
    const clock = movableClock();
    const options = { clock, remindAfterHours: 1, escalateAfterHours: 2, proposalExpiryHours: 3 };
    const world = await openPushWorld({ options });
    await world.turnOn("ada");
    await world.turnOn("ben");
    await world.propose();
    expect(new Set(world.received.map(({ path }) => path)).size).toBe(2);
    for (let passed = 0; passed < 3; passed += 1) {
      clock.advance(61 * minute);
      await world.settled();
      await world.settled();
    }
    const kinds = world.received.map(({ text }) => String(JSON.parse(text).kind));
    expect(kinds.toSorted()).toEqual(
      ["requested", "reminder", "escalated"].flatMap((kind) => [kind, kind]).toSorted(),
    );
    // The topic lets a push service replace an undelivered one of the same spend.
    expect(new Set(world.received.map(({ headers }) => headers["topic"])).size).toBe(1);
    const lifetimes = world.received.map(({ headers }) => Number(headers["ttl"]));
    expect(Math.min(...lifetimes)).toBeLessThan(3_600);
  });

  it("is not sent for a spend that is decided, or older than the subscription", async () => {
    const clock = movableClock();
    const world = await openPushWorld({ options: { clock } });
    await world.propose();
    clock.advance(minute);
    await world.turnOn("ada");
    await world.settled();
    expect(world.received).toEqual([]);
    world.answers.push((response) => response.writeHead(503).end());
    const proposalId = await world.propose();
    await world.treasury.decide({ workspaceId, proposalId, decision: "deny" });
    clock.advance(10 * minute);
    await world.settled();
    expect(world.received).toHaveLength(1);
  });

  it("that a service refuses for now is sent again after `retry-after`, also by another process", async () => {
    const clock = movableClock();
    const world = await openPushWorld({ options: { clock } });
    await world.turnOn("ada");
    world.answers.push((response) => response.writeHead(429, { "retry-after": "600" }).end());
    await world.propose();
    const restarted = await openPushWorld({ options: { clock }, beside: world });
    clock.advance(5 * minute);
    await restarted.settled();
    expect(world.received).toHaveLength(1);
    clock.advance(6 * minute);
    await restarted.settled();
    const [first, second] = world.received;
    expect(second?.text).toBe(first?.text);
    expect(world.received).toHaveLength(2);
  });

  it("of a browser that unsubscribed removes the subscription", async () => {
    const world = await openPushWorld();
    const browser = await world.turnOn("ada");
    await world.turnOn("ben");
    world.unsubscribe(browser);
    await world.propose();
    await world.propose();
    expect(world.refused).toEqual([410]);
    const { subscriptions } = (await world.call("ben", "GET", "")).body;
    expect(subscriptions.map(({ person }: { person: string }) => person)).toEqual(["ben Lovelace"]);
  });

  it("is not sent to an address that is not public", async () => {
    const clock = movableClock();
    const world = await openPushWorld({ options: { clock }, outbound: guardedFetch() });
    await world.turnOn("ada");
    await world.propose();
    expect([world.received, world.refused]).toEqual([[], []]);
  });

  it("is not sent to subscriptions of another key", async () => {
    const world = await openPushWorld();
    await world.turnOn("ada");
    const other = await openPushWorld({ beside: world, key: btoa("o".repeat(32)) });
    await other.propose();
    expect([world.received, world.refused]).toEqual([[], []]);
    const { subscriptions } = (await other.call("ada", "GET", "")).body;
    expect(subscriptions).toMatchObject([{ isActive: false }]);
  });
});

describe("a subscription", () => {
  it("is the person's own, is listed without its address, and is removable by any approver", async () => {
    const world = await openPushWorld();
    const { id, subscription } = await world.turnOn("ada");
    const { body } = await world.call("ben", "GET", "");
    expect(body.subscriptions).toEqual([
      {
        id,
        person: "ada Lovelace",
        device: "Phone",
        service: new URL(world.origin).host,
        createdAt: expect.any(String),
        isOwn: false,
        isActive: true,
      },
    ]);
    expect(JSON.stringify(body)).not.toContain(new URL(subscription.endpoint).pathname);
    expect((await world.call("ada", "GET", "")).body.subscriptions[0].isOwn).toBe(true);
    expect((await world.call("ben", "DELETE", `/${id}`)).body).toEqual({ removed: true });
    await world.propose();
    expect(world.received).toEqual([]);
    expect((await world.call("ben", "DELETE", `/${id}`)).status).toBe(404);
  });

  it("is replaced when the browser subscribes again, and then belongs to that person", async () => {
    const world = await openPushWorld();
    const { subscription } = await world.turnOn("ada");
    const again = { subscription, device: "Laptop" };
    await Promise.all(["ben", "cas"].map((person) => world.call(person, "POST", "", again)));
    const { subscriptions } = (await world.call("ada", "GET", "")).body;
    expect(subscriptions).toHaveLength(1);
    expect(subscriptions[0].person).not.toBe("ada Lovelace");
    await world.propose();
    expect(world.received).toHaveLength(1);
  });

  const p256dh = createECDH("prime256v1").generateKeys().toString("base64url");
  const keys = { p256dh, auth: "a".repeat(22) };
  const endpoint = "https://push.example/1";
  it.each([
    ["an address without TLS", { endpoint: "http://push.example/1", keys }],
    ["an address with a password", { endpoint: "https://a:b@push.example/1", keys }],
    ["no keys", { endpoint }],
    ["a key of another length", { endpoint, keys: { ...keys, p256dh: "abc" } }],
    [
      "a key that is not on the curve",
      { endpoint, keys: { ...keys, p256dh: `BA${"A".repeat(85)}` } },
    ],
    ["a short secret", { endpoint, keys: { ...keys, auth: "a" } }],
  ])("with %s is refused", async (_what, subscription) => {
    const world = await openPushWorld();
    const added = await world.call("ada", "POST", "", { subscription, device: "" });
    expect([added.status, added.body.code]).toEqual([400, "invalid_request"]);
    expect((await world.call("ada", "GET", "")).body.subscriptions).toEqual([]);
  });

  it("has no device name that reorders the texts around it", async () => {
    const world = await openPushWorld();
    const { subscription } = world.subscribe("");
    const added = await world.call("ada", "POST", "", { subscription, device: "A\u202eB" });
    expect([added.status, added.body.code]).toEqual([400, "invalid_request"]);
  });

  it("is one of at most 100", async () => {
    const world = await openPushWorld();
    const add = (number: number) =>
      world.call("ada", "POST", "", {
        subscription: { endpoint: `${endpoint}/${number}`, keys },
        device: "",
      });
    for (let number = 0; number < 100; number += 1) await add(number);
    expect((await add(100)).body.code).toBe("document_limit_reached");
    expect((await add(0)).status).toBe(200);
  });
});

describe("push", () => {
  it.each([
    [{ key: "short", contact }, "32 bytes"],
    [{ key: btoa("\u00ff".repeat(32)), contact }, "P-256"],
    [{ key, contact: "treasury@example.com" }, "mailto:"],
  ])("refuses %j", (options, problem) => {
    expect(() => push(options)).toThrow(problem);
  });
});

it("the stand-in decrypts the example of RFC 8291", () => {
  const ecdh = createECDH("prime256v1");
  ecdh.setPrivateKey(Buffer.from("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94", "base64url"));
  const auth = Buffer.from("BTBZMqHH6r4Tts7J_aSIgg", "base64url");
  const body = Buffer.from(
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
    "base64url",
  );
  expect(decryptPush(body, { ecdh, auth })).toBe("When I grow up, I want to be a watermelon");
});
