import { type Locator, testBrowser } from "browser-for-tests";
import { describe, expect, it } from "vitest";
import { partsOf, pressByKeyboard, typeByKeyboard } from "./open-command.fixture.ts";
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
    const { action } = await client.rules.publish({
      rules: { version: 1, rules: [twoOfFinance] },
    });
    const decision = { actionId: action.id, decision: "approve" } as const;
    await clientAs("Bo", app.url, workspaceId).actions.decide(decision);
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

    await pressByKeyboard(ofAda.getByText("Comment and options"));
    await ofAda.getByLabel("Comment (optional)").fill("It costs less than the other one.");
    await pressByKeyboard(ofAda.getByRole("button", { name: "Approve $24.00 to Namecheap" }));
    await ada.getByText("Approval recorded: $24.00 to Namecheap. 1 of 2 approved.").waitFor();
    await ofAda.getByText("You approved at").waitFor();
    await expect.poll(() => ofAda.getByRole("button", { name: /^Approve/ }).count()).toBe(0);

    const approvals = ofBo.getByRole("list", { name: "Approvals" });
    await approvals.getByText("Ada", { exact: true }).waitFor();
    await approvals.getByText("It costs less than the other one.").waitFor();
    await progressOf(ofBo, "1 of 2 approved").waitFor();
    await ofBo.getByText("Needs 1 more approval from finance.").waitFor();

    await pressByKeyboard(
      ofAda.getByRole("button", { name: "Withdraw approval of $24.00 to Namecheap" }),
    );
    await ada.getByText("Approval withdrawn: $24.00 to Namecheap.").waitFor();
    await progressOf(ofBo, "0 of 2 approved").waitFor();
    await expect.poll(() => approvals.count()).toBe(0);

    await ofBo.getByText("Comment and options").click();
    const amount = ofBo.getByLabel("Amount to approve in USD");
    await amount.fill("24.01");
    await ofBo.getByText("Enter an amount above $0.00, and at most $24.00.").waitFor();
    const approve = ofBo.getByRole("button", { name: /^Approve .* to Namecheap$/ });
    await expect.poll(() => approve.isDisabled()).toBe(true);
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

  it("approves the next spends to a payee in advance, until that is revoked", async () => {
    const client = clientAs("Ada", app.url, "standing");
    const { token } = await client.credentials.issue({ agentId: "scout-1", name: "Scout" });
    const agent = clientWith(token, app.url, "standing");
    const propose = async (amountUsd: number) => {
      const purpose = `a domain for $${amountUsd}`;
      return (await agent.treasury.propose({ amountUsd, vendor: "Namecheap", purpose })).proposal;
    };
    expect((await propose(24)).status).toBe("pending");
    const ada = await openAs(browser, "Ada", `${app.url}/command?workspaceId=standing`);
    const { inbox } = partsOf(ada);
    await pressByKeyboard(inbox.getByText("Comment and options"));
    await pressByKeyboard(
      inbox.getByRole("button", { name: "Approve and allow the next ones: Namecheap" }),
    );
    const dialog = ada.getByRole("dialog", { name: "Allow the next spends to Namecheap" });
    await pressByKeyboard(dialog.getByRole("button", { name: "Approve and allow" }));
    await dialog.getByText("Enter a limit, a number of spends, or both.").waitFor();
    await typeByKeyboard(dialog.getByLabel("Limit in USD"), "100");
    await typeByKeyboard(dialog.getByLabel("Number of spends"), "5");
    await pressByKeyboard(dialog.getByRole("button", { name: "Approve and allow" }));
    await ada
      .getByText(
        "Approved and paid: $24.00 to Namecheap. Created a standing approval for Namecheap.",
      )
      .waitFor();

    expect(await propose(20)).toMatchObject({ status: "executed", operator: "Ada" });
    expect((await propose(25)).status).toBe("pending");
    await ada.getByText("Paid $20.00 to Namecheap").click();
    await ada.getByText("by standing approval of Ada").waitFor();
    await inbox.getByRole("article", { name: "Pay $25.00 to Namecheap" }).waitFor();

    await ada.getByRole("tab", { name: "Rules" }).click();
    const row = ada.getByRole("article", { name: "Standing approval for Namecheap" });
    await row.getByText("of $100.00 per month").waitFor();
    await pressByKeyboard(
      row.getByRole("button", { name: "Revoke the standing approval for Namecheap" }),
    );
    const question = ada.getByRole("alertdialog");
    await pressByKeyboard(question.getByRole("button", { name: "Revoke" }));
    await ada.getByText("The standing approval for Namecheap was revoked.").waitFor();
    await ada.getByText("Ended (1)").waitFor();

    expect((await propose(19)).status).toBe("pending");
    await ada.getByRole("tab", { name: /^Inbox and agent ?2/ }).click();
    await inbox.getByRole("article", { name: "Pay $19.00 to Namecheap" }).waitFor();
  });

  it("asks a second person for a standing approval where two have to approve", async () => {
    const { credentials } = clientAs("Ada", app.url, "two");
    const { token } = await credentials.issue({ agentId: "scout-1", name: "Scout" });
    const client = await publishTwoOfFinance("two");
    const endsAt = new Date(Date.now() + 86_400_000).toISOString();
    const terms = { agentId: "scout-1", vendor: "Namecheap", maximumUsd: 24, count: 2, endsAt };
    await client.standingApprovals.create(terms);
    const agent = clientWith(token, app.url, "two");
    const spend = { amountUsd: 24, vendor: "Namecheap", purpose: "a domain" };
    expect((await agent.treasury.propose(spend)).proposal.status).toBe("pending");

    const bo = await openAs(browser, "Bo", `${app.url}/command/rules?workspaceId=two`);
    const title = "Create a standing approval for Namecheap";
    const change = bo.getByRole("article", { name: title });
    await change.getByText("At most 2 spends").waitFor();
    await pressByKeyboard(change.getByRole("button", { name: `Approve: ${title}` }));
    await bo.getByText("Created a standing approval for Namecheap.").waitFor();
    await bo.getByText("Ada and Bo", { exact: true }).waitFor();
    const { proposal } = await agent.treasury.propose({ ...spend, purpose: "another domain" });
    expect(proposal).toMatchObject({ status: "executed", approvals: { given: 2 } });
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
    await expect.poll(() => ofAda.getByRole("button", { name: /^Approve/ }).count()).toBe(0);
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
