import { createTreasury } from "@agent-treasury/treasury-core";
import { testServer } from "postgres-for-tests";
import { expect, it } from "vitest";
import { postgresStorage } from "./postgres-storage.ts";

const server = testServer();
const workspaceId = "acme";

it("shares known payees between processes, also those that one forgot or denied", async () => {
  const schema = server.newSchema();
  const open = () =>
    createTreasury({
      baseUrl: "http://localhost:3000",
      storage: postgresStorage({ url: server.url(), schema }),
      budget: { startingCapitalUsd: 100 },
      recoverySeconds: false,
    });
  const [one, other] = [open(), open()];
  const propose = async (treasury: typeof one, purpose: string, amountUsd = 2) => {
    const spend = { workspaceId, agentId: "buyer", vendor: "Straße", amountUsd, purpose };
    return (await treasury.propose(spend)).proposal;
  };
  const decide = (treasury: typeof one, proposalId: string, decision: "approve" | "deny") =>
    treasury.decide({ workspaceId, proposalId, decision, operator: "Ada" });
  const isAutomatic = async (purpose: string) => {
    // Both processes have the workspace and the payee in memory.
    const here = await propose(one, `${purpose} here`);
    return [here.autoApproved, (await propose(other, `${purpose} there`)).autoApproved];
  };
  const first = await propose(one, "first");
  expect(first).toMatchObject({ status: "pending", payee: { isKnown: false } });
  const waiting = await propose(other, "large", 12);
  await decide(one, first.id, "approve");
  expect(await isAutomatic("approved")).toEqual([true, true]);
  const { payees } = await other.payees.list({ workspaceId });
  expect(payees).toMatchObject([{ name: "Straße", rails: [{ maximumUsd: 4 }] }]);
  await other.payees.forget({ workspaceId, payeeId: payees[0]?.id ?? "", operator: "Ben" });
  expect(await isAutomatic("forgotten")).toEqual([false, false]);
  await one.payees.add({ workspaceId, vendor: "STRASSE", amountUsd: 1, operator: "Ada" });
  expect(await isAutomatic("added")).toEqual([true, true]);
  await decide(other, waiting.id, "deny");
  expect(await isAutomatic("denied")).toEqual([false, false]);
  expect((await one.payees.list({ workspaceId })).payees).toEqual([]);
  await Promise.all([one.close(), other.close()]);
});
