import { type Locator, testBrowser } from "browser-for-tests";
import { describe, expect, it } from "vitest";
import { partsOf, pressByKeyboard } from "./open-command.fixture.ts";
import { clientAs, clientWith, openAs, operatorSettings } from "./operators.fixture.ts";
import { testApp } from "./test-app.fixture.ts";

const twoOfFinance = {
  id: "large",
  when: { amountUsd: { from: 20 } },
  then: { requireApprovals: { count: 2, from: ["finance"] } },
} as const;

/** The details below repeat it. */
function progressOf(card: Locator, text: string): Locator {
  return card.getByText(text, { exact: true }).filter({ visible: true });
}

describe("approvals by two people, in a browser", () => {
  const browser = testBrowser();
  const app = testApp(operatorSettings);

  const publishTwoOfFinance = async (workspaceId: string) => {
    const client = clientAs("Ada", app.url, workspaceId);
    await client.rules.publish({ rules: { version: 1, rules: [twoOfFinance] } });
    return client;
  };

  it("shows who approved what and what is missing, and pays the lower amount after the second approval", async () => {
    // Under the rule, a credential needs a second approver.
    const { credentials } = clientAs("Ada", app.url, "quorum");
    const { token } = await credentials.issue({ agentId: "scout-1", name: "Scout" });
    const client = await publishTwoOfFinance("quorum");
    const agent = clientWith(token, app.url, "quorum");
    await agent.treasury.propose({
      amountUsd: 24,
      vendor: "Namecheap",
      purpose: "a domain",
      agentLabel: "researcher",
    });
    const address = `${app.url}/command?workspaceId=quorum`;
    const [ada, bo] = await Promise.all([
      openAs(browser, "Ada", address),
      openAs(browser, "Bo", address),
    ]);
    const cards = [ada, bo].map((page) =>
      partsOf(page).inbox.getByRole("article", { name: "Pay $24.00 to Namecheap" }),
    );
    const [ofAda, ofBo] = cards as [Locator, Locator];
    await ofAda
      .getByText("Scout (scout-1), sub-agent “researcher” (self-reported), on behalf of Ada")
      .waitFor();
    await ofAda.getByText("Requires 2 approvals from finance (large).").waitFor();
    await progressOf(ofAda, "0 of 2 approved").waitFor();

    await pressByKeyboard(ofAda.getByRole("button", { name: "Approve $24.00 to Namecheap" }));
    await ada.getByText("Approval recorded: $24.00 to Namecheap. 1 of 2 approved.").waitFor();
    await ofAda.getByText("You approved at").waitFor();
    expect(await ofAda.getByRole("button", { name: /^Approve/ }).count()).toBe(0);

    const approvals = ofBo.getByRole("list", { name: "Approvals" });
    await approvals.getByText("Ada", { exact: true }).waitFor();
    await progressOf(ofBo, "1 of 2 approved").waitFor();
    await ofBo.getByText("Needs 1 more approval from finance.").waitFor();

    await pressByKeyboard(
      ofAda.getByRole("button", { name: "Withdraw approval of $24.00 to Namecheap" }),
    );
    await ada.getByText("Approval withdrawn: $24.00 to Namecheap.").waitFor();
    await progressOf(ofBo, "0 of 2 approved").waitFor();
    expect(await approvals.count()).toBe(0);

    await ofBo.getByText("Approve less").click();
    const amount = ofBo.getByLabel("Amount to approve in USD");
    await amount.fill("24.01");
    await ofBo.getByText("Enter an amount above $0.00, and at most $24.00.").waitFor();
    const approve = ofBo.getByRole("button", { name: /^Approve .* to Namecheap$/ });
    expect(await approve.isDisabled()).toBe(true);
    await amount.fill("20");
    await ofBo.getByText("Balance afterwards: $80.00.").waitFor();
    await pressByKeyboard(
      ofBo.getByRole("button", { name: "Approve $20.00 of $24.00 to Namecheap" }),
    );
    await progressOf(ofAda, "1 of 2 approved").waitFor();
    await ofAda.getByText("$20.00 of $24.00 approved so far.").waitFor();
    expect((await client.treasury.state()).balanceUsd).toBe(100);
    await pressByKeyboard(
      ofAda.getByRole("button", { name: "Approve $20.00 of $24.00 to Namecheap" }),
    );
    await ada.getByText("Approved and paid: $20.00 of $24.00 to Namecheap.").waitFor();
    expect((await client.treasury.state()).balanceUsd).toBe(80);

    const decided = ada.getByRole("region", { name: "Decided" });
    await decided.getByText("Paid $20.00 to Namecheap").click();
    await decided.getByText("$20.00 of $24.00 approved").waitFor();
    await decided.getByText("2 of 2 approved: Bo, Ada").waitFor();
    await decided.getByRole("list", { name: "Rules" }).getByText("Requires 2").waitFor();
  });

  it("asks a second person for a change that removes the requirement", async () => {
    const client = await publishTwoOfFinance("change");
    await client.rules.publish({ rules: { version: 1, rules: [] } });
    const address = `${app.url}/command/rules?workspaceId=change`;
    const [ada, bo] = await Promise.all([
      openAs(browser, "Ada", address),
      openAs(browser, "Bo", address),
    ]);
    const ofAda = ada.getByRole("article", { name: "Publish 0 rules" });
    await progressOf(ofAda, "1 of 2 approved").waitFor();
    expect(await ofAda.getByRole("button", { name: /^Approve/ }).count()).toBe(0);
    await ofAda.getByRole("button", { name: "Withdraw: Publish 0 rules" }).waitFor();

    const ofBo = bo.getByRole("article", { name: "Publish 0 rules" });
    await ofBo.getByText("Removed").waitFor();
    await ofBo.getByText("Require 2 approvals from finance").waitFor();
    await bo.getByRole("tab", { name: /^Rules ?1 waiting/ }).waitFor();
    await pressByKeyboard(ofBo.getByRole("button", { name: "Approve: Publish 0 rules" }));
    await bo.getByText("Published 0 rules.").waitFor();
    await bo.getByText("No rules yet").waitFor();
    expect((await client.rules.current()).rules.rules).toEqual([]);
  });
});
