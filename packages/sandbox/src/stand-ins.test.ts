import { createTreasury, type Treasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { scriptedModel } from "./model/scripted-model.ts";
import { type SandboxPayments, sandboxPayments } from "./payments/sandbox-payments.ts";

const baseUrl = "http://localhost:3000";
let payments: SandboxPayments;
let treasury: Treasury;

beforeEach(async () => {
  payments = sandboxPayments({ baseUrl });
  treasury = createTreasury({
    baseUrl,
    storage: memoryStorage(),
    payments: { processor: payments },
    model: scriptedModel(),
  });
  const session = await treasury.startDeposit({ amountUsd: 100 });
  await payments.page(new Request(`${session.url}/pay`, { method: "POST" }));
  await treasury.confirmDeposit({ sessionId: session.id });
});
afterEach(() => treasury.close());

async function tell(message: string) {
  const { assistant, awaitingApproval, state } = await treasury.runTurn({ message });
  return { assistant, awaitingApproval, state };
}

describe("the stand-ins behind a treasury", () => {
  it("fund it with test money, which it reports as such", async () => {
    expect(await treasury.state()).toMatchObject({
      balanceUsd: 100,
      depositsUsd: 100,
      paymentMode: "test",
      paymentProvider: "sandbox",
    });
  });

  it("buy what is cheap, and report the balance", async () => {
    const { assistant, state } = await tell("buy pencils from Acme for $4, then how much is left?");
    expect(assistant).toContain("The spend of $4.00 at Acme was executed.");
    expect(assistant).toContain("The balance is $96.00, of which $76.00 can be spent.");
    expect(state.balanceUsd).toBe(96);
  });

  it("stop at a spend that needs approval, which then executes", async () => {
    const { awaitingApproval, state } = await tell("buy a lamp from Acme for $30 then balance");
    expect(awaitingApproval).toBe(true);
    const [proposal] = state.proposals;
    expect(proposal).toMatchObject({ status: "pending", vendor: "Acme", purpose: "a lamp" });
    const proposalId = proposal?.id ?? "";
    const decided = await treasury.decide({ proposalId, decision: "approve", operator: "Ada" });
    expect(decided.status).toBe("executed");
    expect((await treasury.state()).balanceUsd).toBe(70);
  });

  it("report why a spend was denied or not proposed", async () => {
    const { assistant } = await tell("buy a car from Acme for $60");
    expect(assistant).toMatch(/The spend of \$60\.00 at Acme was denied: .+\./);
    const refused = await tell("buy nothing from Acme for $0");
    expect(refused.assistant).toContain("propose_spend failed: `amountUsd` must be above zero");
    expect((await treasury.state()).balanceUsd).toBe(100);
  });
});
