import type { PaymentExecutor, PaymentMode, SpendEvent } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { createTreasury } from "../../../create/create-treasury.ts";
import { outcomeOf } from "../../../create/test-treasury.fixture.ts";
import { dollars } from "../../../kernel/ledger/test-ledger.fixture.ts";
import { memoryStorage } from "../../../memory.ts";
import { quotedExecutor, quotedWorld, recordingExecutor } from "../quotes/quoted-world.fixture.ts";
import { receiveSpendEvent } from "./record-spend-notice.ts";

const day = 86_400_000;
const baseUrl = "http://localhost:3000";

function moving(mode: PaymentMode): Partial<PaymentExecutor> {
  return { mode: () => mode };
}

/** Its payment is released by the next event. */
function releasing(proposalId: string): Partial<PaymentExecutor> {
  return {
    pay: async () => ({ kind: "in_progress", reference: null }),
    notices: async () => [
      { kind: "released", workspaceId: "acme", proposalId, reason: "It was closed." },
    ],
  };
}

describe("several executors", () => {
  it("pay the quotes of their own rail, and the first that needs none pays other spends", async () => {
    const executors = [quotedExecutor(), recordingExecutor("card"), recordingExecutor("bank")];
    const { buy, spend, decide } = quotedWorld(executors);
    const spends = [await buy(), await spend(), await buy({ rail: "bank" })];
    for (const { id } of spends) expect(await decide(id)).toMatchObject({ status: "executed" });
    const paid = executors.map((one) => one.paid.map(({ proposalId }) => proposalId));
    expect(paid).toEqual(spends.map(({ id }) => [id]));
  });

  it("leave a spend without a quote to the ledger if all of them need one", async () => {
    const chain = quotedExecutor();
    const { spend, decide } = quotedWorld([chain]);
    const { id } = await spend();
    expect(await decide(id)).toMatchObject({
      status: "executed",
      capturedUsd: 12,
      reference: expect.stringMatching(/^entry_/u),
    });
    expect(chain.paid).toEqual([]);
  });

  it("refuse a quote of another rail, at the proposal and at the approval", async () => {
    const card = recordingExecutor("card");
    const { buy, engine, clock } = quotedWorld([card, quotedExecutor()]);
    expect(await outcomeOf(buy({ rail: "bank" }))).toBe("payments_not_connected");
    const { id } = await buy();
    const later = quotedWorld([card], { storage: engine.storage, clock });
    expect(await outcomeOf(later.decide(id))).toBe("payments_not_connected");
    expect(card.paid).toEqual([]);
    expect((await later.state()).proposals).toMatchObject([{ id, status: "pending" }]);
  });

  it("recover the holds of their own name only", async () => {
    const down = { pay: () => Promise.reject(new Error("It is down.")) };
    const world = quotedWorld([quotedExecutor(down)]);
    const { buy, decide, engine, clock } = world;
    const { id } = await buy();
    expect(await outcomeOf(decide(id))).toBe("spend_executor_error");
    clock.advance(day);
    const [card, bank] = [recordingExecutor("card"), recordingExecutor("bank")];
    const without = quotedWorld([card, bank], { storage: engine.storage, clock });
    expect(await without.engine.external!.recover()).toMatchObject({ taken: 1, unresolved: 1 });
    expect((await without.state()).proposals).toMatchObject([
      {
        status: "approved",
        attention:
          "It was sent to chain (sandbox), but card (sandbox), bank (sandbox) are connected now.",
      },
    ]);
    clock.advance(day);
    const chain = quotedExecutor();
    const again = quotedWorld([card, chain], { storage: engine.storage, clock });
    expect(await again.engine.external!.recover()).toMatchObject({ closed: 1 });
    expect((await again.state()).proposals).toMatchObject([
      { status: "executed", attention: null },
    ]);
    expect([card.paid.length, bank.paid.length, chain.paid.length]).toEqual([0, 0, 1]);
  });

  it.each<[PaymentMode, PaymentMode]>([
    ["live", "test"],
    ["sandbox", "live"],
  ])("do not move %s beside %s money", async (first, second) => {
    const chain = quotedExecutor(moving(first));
    const card = recordingExecutor("card", moving(second));
    const { buy, spend } = quotedWorld([chain, card]);
    expect(await outcomeOf(buy({ maximum: dollars(5) }))).toBe("payment_mode_changed");
    expect(await outcomeOf(spend())).toBe("payment_mode_changed");
    expect([...chain.paid, ...card.paid]).toEqual([]);
  });

  it("do not pay live money from an account of test money", async () => {
    const chain = quotedExecutor(moving("live"));
    const payment = { provider: "stripe", mode: "test" } as const;
    const { buy, credit } = quotedWorld([chain], { payment });
    await credit(dollars(100));
    expect(await outcomeOf(buy({ maximum: dollars(5) }))).toBe("payment_mode_changed");
    expect(chain.paid).toEqual([]);
  });

  it("pay while another one has no key", async () => {
    const keyless = recordingExecutor("card", {
      mode: () => {
        throw new Error("The key is missing.");
      },
    });
    const chain = quotedExecutor();
    const { buy } = quotedWorld([keyless, chain]);
    expect(await buy({ maximum: dollars(5) })).toMatchObject({ status: "executed" });
    expect(chain.paid).toHaveLength(1);
  });

  it("all receive the events of spends", async () => {
    const executors = [quotedExecutor(releasing("a")), recordingExecutor("card", releasing("b"))];
    const { buy, state, engine } = quotedWorld(executors);
    await buy({ maximum: dollars(5) }, { id: "a" });
    await buy({ maximum: dollars(5), rail: "card" }, { id: "b" });
    const connected = executors.map((executor) => ({ executor, timeoutMs: 1_000 }));
    const event: SpendEvent = { kind: "spend", id: "e", name: "n", occurredAt: 0, object: {} };
    await receiveSpendEvent(engine, connected, event);
    expect((await state()).proposals.map(({ status }) => status)).toEqual(["failed", "failed"]);
  });

  it.each([
    ["one name", [recordingExecutor("card"), recordingExecutor("card")]],
    ["the ledger's name", [recordingExecutor("ledger")]],
  ])("are rejected with %s", (_what, executors) => {
    const options = { executors: executors.map((executor) => ({ executor })) };
    const open = () => createTreasury({ baseUrl, storage: memoryStorage(), ...options });
    expect(open).toThrow(expect.objectContaining({ code: "invalid_request" }));
  });

  it("are rails of published rules", async () => {
    const treasury = createTreasury({
      autoApprovePayees: "any",
      baseUrl,
      storage: memoryStorage(),
      executors: [{ executor: quotedExecutor() }, { executor: recordingExecutor("bank") }],
      authenticate: () => null,
    });
    const publish = (rail: string) => {
      const rules = [{ id: "rails", when: { rails: [rail] }, then: { deny: true as const } }];
      return outcomeOf(treasury.rules.publish({ rules: { version: 1, rules }, operator: "Ada" }));
    };
    expect(await publish("chain")).not.toBe("invalid_request");
    expect(await publish("bank")).not.toBe("invalid_request");
    expect(await publish("wire")).toBe("invalid_request");
    await treasury.close();
  });
});

describe("a request of an agent or a client", () => {
  it("cannot have a quote", async () => {
    const chain = quotedExecutor();
    const treasury = createTreasury({
      autoApprovePayees: "any",
      baseUrl,
      storage: memoryStorage(),
      budget: { startingCapitalUsd: 500 },
      executors: { executor: chain },
    });
    const quote = { rail: "chain", payee: "https://api.example.com", maximum: "5000000" };
    const spend = { amountUsd: 5, vendor: "Acme", purpose: "paper", agentId: "a", quote };
    await expect(treasury.propose(spend)).rejects.toMatchObject({ code: "invalid_request" });
    const response = await treasury.handler(
      new Request(`${baseUrl}/api/service/treasury/proposals`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ amountUsd: 5, vendor: "Other", purpose: "paper", quote }),
      }),
    );
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: expect.stringContaining('"quote"') });
    expect((await treasury.state()).proposals).toEqual([]);
    expect(chain.paid).toEqual([]);
    await treasury.close();
  });
});
