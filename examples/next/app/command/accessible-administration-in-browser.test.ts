import { testBrowser } from "browser-for-tests";
import { describe, expect, it } from "vitest";
import { clientAs, clientWith, openAs, operatorSettings } from "./operators.fixture.ts";
import { overflowOf, problemsOf } from "./page-problems.fixture.ts";
import { testApp } from "./test-app.fixture.ts";

const sizes = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];
/** The narrow one; both with `TEST_LONG`. */
const checkedSizes = process.env["TEST_LONG"] === "1" ? sizes : sizes.slice(1);

describe("axe, on the screens of administration", () => {
  const browser = testBrowser();
  const app = testApp(operatorSettings);
  const addressOf = (screen: string, workspaceId: string): string =>
    `${app.url}/command/${screen}?workspaceId=${workspaceId}`;

  /** Publishes rules, creates allocations and credentials, and starts a change that needs approval. */
  async function fill(workspaceId: string): Promise<void> {
    const client = clientAs("Ada", app.url, workspaceId);
    await client.allocations.set({
      id: "marketing",
      name: "Marketing",
      limitUsd: 60,
      per: "month",
    });
    await client.allocations.set({ id: "ads", parent: "marketing" });
    await client.allocations.set({ id: "old" });
    await client.allocations.archive({ allocationId: "old" });
    // Under the rules, a credential needs a second approver.
    const issued = await client.credentials.issue({
      agentId: "scout-1",
      name: "Scout",
      allocationId: "ads",
    });
    const endsAt = new Date(Date.now() + 86_400_000).toISOString();
    const terms = { agentId: "scout-1", maximumUsd: 24, count: 5, endsAt };
    await client.standingApprovals.create({ ...terms, vendor: "Moo" });
    const { action } = await client.standingApprovals.create({ ...terms, vendor: "Meta" });
    await client.standingApprovals.revoke({ standingApprovalId: action.result ?? "" });
    const second = await client.credentials.issue({ agentId: "scout-2", name: "Scout" });
    await client.credentials.revoke({ credentialId: second.credential.id });
    const limit = { amountUsd: 500, per: "month" } as const;
    const rules = [
      { id: "cloud", when: { vendors: { in: ["aws"] } }, then: { limit } },
      { id: "large", when: { amountUsd: { from: 20 } }, then: { requireApprovals: { count: 2 } } },
    ] as const;
    const published = await client.rules.publish({ rules: { version: 1, rules } });
    const decision = { actionId: published.action.id, decision: "approve" } as const;
    await clientAs("Bo", app.url, workspaceId).actions.decide(decision);
    await client.rules.publish({ rules: { version: 1, rules: [] } });
    const agent = clientWith(issued.token, app.url, workspaceId);
    const spend = { amountUsd: 24, vendor: "Meta", purpose: "ads", agentLabel: "researcher" };
    const { proposal } = await agent.treasury.propose(spend);
    await client.treasury.decide({
      proposalId: proposal.id,
      decision: "approve",
      comment: "It costs less than the other one.",
    });
    await agent.treasury.propose({ amountUsd: 12, vendor: "Fly", purpose: "a server" });
  }

  it.each(checkedSizes)("finds nothing on empty screens at $width pixels", async (size) => {
    const page = await openAs(browser, "Ada", addressOf("rules", "empty"), size);
    await page.getByText("No rules yet").waitFor();
    expect(await problemsOf(page), "rules").toEqual([]);
    await page.getByRole("tab", { name: "Allocations" }).click();
    await page.getByText("No allocations yet").waitFor();
    expect(await problemsOf(page), "allocations").toEqual([]);
    await page.getByRole("tab", { name: "Agents", exact: true }).click();
    await page.getByText("No active credentials").waitFor();
    expect(await problemsOf(page), "agents").toEqual([]);
  });

  it.each(checkedSizes)("finds nothing on screens in use at $width pixels", async (size) => {
    const workspaceId = `full-${size.width}`;
    await fill(workspaceId);
    const page = await openAs(browser, "Ada", addressOf("rules", workspaceId), size);
    const check = async (screen: string): Promise<void> => {
      expect(await problemsOf(page), `problems of ${screen}`).toEqual([]);
      expect(await overflowOf(page), `${screen} is no wider than the window`).toBeLessThanOrEqual(
        0,
      );
    };
    await page.getByRole("article", { name: "Publish 0 rules" }).waitFor();
    await page.getByText("Rules of publication 1").click();
    await page.getByText("Ended (1)").click();
    // The rules ask for more approvals than it has.
    await page.getByText("Suspended").waitFor();
    await check("rules");
    await page.getByRole("button", { name: "Edit rules" }).click();
    await page.getByRole("button", { name: "YAML" }).click();
    await page.getByLabel("Rules in YAML").fill("version: 1\nrules:\n  - id: one\n");
    await page.getByRole("button", { name: /^Line/ }).first().waitFor();
    await check("editor");

    await page.getByRole("tab", { name: "Allocations" }).click();
    await page.getByRole("meter", { name: "Usage of Marketing" }).waitFor();
    await page.getByText("Archived (1)").click();
    await check("allocations");
    await page.getByRole("button", { name: "Change Marketing" }).click();
    await page.getByRole("dialog").waitFor();
    await check("dialog of an allocation");
    await page.keyboard.press("Escape");

    await page.getByRole("tab", { name: "Agents", exact: true }).click();
    await page.getByText("Expired and revoked (1)").click();
    await check("agents");
    await page.getByRole("button", { name: "Issue a credential" }).click();
    await page.getByLabel("Agent id").fill("scout-3");
    await check("dialog of a credential");
    await page.keyboard.press("Enter");
    await page.getByRole("textbox", { name: "Token" }).waitFor();
    await check("token");
    // Escape keeps it, because it cannot be shown again.
    await page.getByRole("button", { name: "Done" }).click();

    await page.getByRole("tab", { name: /^Inbox/ }).click();
    await page.getByText("1 of 2 approved", { exact: true }).first().waitFor();
    await page.getByText("Details", { exact: true }).first().click();
    const fly = page.getByRole("article", { name: /to Fly$/ });
    await fly.getByText("Comment and options").click();
    await page.getByRole("list", { name: "Rules" }).last().waitFor();
    await check("inbox");
    await page.getByRole("button", { name: "Approve and allow the next ones: Fly" }).click();
    await page.getByRole("dialog").waitFor();
    await check("dialog of a standing approval");
    await page.keyboard.press("Escape");

    await page.getByRole("button", { name: "Approver: Ada" }).click();
    await page.getByRole("button", { name: "Passkeys…" }).click();
    await page.getByText("You have none.").waitFor();
    await check("passkeys");
    await page.getByRole("button", { name: "Invite an approver" }).click();
    await page.getByLabel("Person").waitFor();
    await check("dialog of an invitation");
  });
});
