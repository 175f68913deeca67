import type { Proposal } from "@agent-treasury/contract";
import {
  type AuthorizedPayment,
  type Clock,
  type Storage,
  systemClock,
} from "@agent-treasury/provider";
import { forwardedStorage } from "@agent-treasury/provider/helpers";
import { describe, expect, it } from "vitest";
import { testClock } from "../../../kernel/ledger/test-ledger.fixture.ts";
import { memoryStorage } from "../../../memory.ts";
import { type CardWorld, cardWorld, usd, workspaceId } from "./card-world.fixture.ts";

function payment(
  { id: proposalId }: Pick<Proposal, "id">,
  amount: number,
  changed: Partial<AuthorizedPayment> = {},
): AuthorizedPayment {
  const ids = { workspaceId, proposalId, reference: "card_1", authorizationId: "a1" };
  return { ...ids, amount: usd(amount), ...changed };
}

async function answerTo(
  world: CardWorld,
  asked: Parameters<CardWorld["ask"]>[0],
): Promise<boolean> {
  const response = await world.ask(asked);
  expect(response.status).toBe(200);
  const { approved, ...others } = (await response.json()) as { approved: boolean };
  expect(others).toEqual({});
  return approved;
}

describe("an authorization of a card", () => {
  it("is approved up to the held amount, in the format of the card network", async () => {
    const world = cardWorld();
    const spend = await world.buy();
    const response = await world.ask(payment(spend, 30));
    expect(await response.text()).toBe('{"approved":true}');
    expect(response.headers.get("card-version")).toBe("7");
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await answerTo(world, payment(await world.buy(), 30.01))).toBe(false);
  });

  it("has the same answer when it is repeated, and may be increased within the hold", async () => {
    const world = cardWorld();
    const spend = await world.buy();
    const answers = [20, 20, 30, 30.01, 20];
    expect(
      await Promise.all(answers.map((amount) => answerTo(world, payment(spend, amount)))),
    ).toEqual([true, true, true, false, true]);
    // The repeated request did not lower what is authorized.
    expect(await answerTo(world, payment(spend, 1, { authorizationId: "a2" }))).toBe(false);
  });

  it("cannot use the hold of another one, also at the same time", async () => {
    const storage = memoryStorage({ now: testClock().now });
    const [world, other] = [cardWorld({ storage }), cardWorld({ storage })];
    const spend = await world.buy();
    const asked = Array.from({ length: 8 }, (_, index) =>
      answerTo(
        index % 2 === 0 ? world : other,
        payment(spend, 10, { authorizationId: `a${index}` }),
      ),
    );
    expect((await Promise.all(asked)).filter(Boolean)).toHaveLength(3);
  });

  it("counts beside captures, and no longer once it has ended", async () => {
    const world = cardWorld();
    const spend = await world.buy();
    await world.capture(spend, "c1", 10, true);
    expect(await answerTo(world, payment(spend, 20.01))).toBe(false);
    expect(await answerTo(world, payment(spend, 20))).toBe(true);
    const second = payment(spend, 20, { authorizationId: "a2" });
    expect(await answerTo(world, second)).toBe(false);
    const ended = { kind: "authorization_ended", authorizationId: "a1" } as const;
    await world.notice(spend, ended);
    await world.notice(spend, ended);
    expect(await answerTo(world, second)).toBe(true);
  });

  it("is declined for everything that the treasury does not hold", async () => {
    const world = cardWorld();
    const [held, settled] = [await world.buy(), await world.buy()];
    await world.capture(settled, "c1", 5);
    const spend = { amountUsd: 30, vendor: "Acme", purpose: "a lamp", agentId: "buyer" };
    const { proposal: pending } = await world.treasury.propose({ workspaceId, ...spend });
    const asked = [
      null,
      payment(settled, 1),
      payment(pending, 1),
      payment({ id: "nothing" }, 1),
      payment(held, 1, { workspaceId: "other" }),
      payment(held, 1, { reference: "card_2" }),
      payment(held, 1, { authorizationId: "" }),
      payment(held, -1),
    ];
    for (const one of asked) expect(await answerTo(world, one)).toBe(false);
    expect(await answerTo(world, payment(held, 0))).toBe(true);
  });

  it("is declined while the spend is frozen", async () => {
    const world = cardWorld();
    const spend = await world.buy();
    const frozen = { workspaceId, scope: "vendor", id: "Acme" } as const;
    await world.treasury.freezes.freeze(frozen);
    expect(await answerTo(world, payment(spend, 30))).toBe(false);
    await world.treasury.freezes.unfreeze({ ...frozen, operator: "Ada" });
    expect(await answerTo(world, payment(spend, 30))).toBe(true);
  });

  it("is refused without a valid signature", async () => {
    const response = await cardWorld().ask("forged");
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "webhook_signature_invalid" });
  });

  it.each(["fails", "hangs"] as const)("is declined when the storage %s", async (fault) => {
    const storage = memoryStorage({ now: testClock().now });
    let isBroken = false;
    const broken = (): Promise<never> =>
      fault === "hangs" ? new Promise(() => {}) : Promise.reject(new Error("No storage."));
    const faulty: Storage = {
      ...forwardedStorage(storage),
      load: (requests) => (isBroken ? broken() : storage.load(requests)),
      commit: (commits) => (isBroken ? broken() : storage.commit(commits)),
    };
    const sleep: Clock["sleep"] = (milliseconds, signal) =>
      systemClock.sleep(isBroken ? 20 : milliseconds, signal);
    const world = cardWorld({ storage: faulty, sleep });
    const spend = await world.buy();
    isBroken = true;
    expect(await answerTo(world, payment(spend, 30))).toBe(false);
    if (fault === "fails") expect(String(world.failures)).toContain("No storage.");
  });
});
