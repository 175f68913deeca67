import { scriptedModel } from "@agent-treasury/sandbox";
import { type Treasury, type TreasuryOptions, createTreasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { type Locator, accessibilityProblems, pressTabUntil, testBrowser } from "browser-for-tests";
import { beforeAll, describe, expect, it } from "vitest";
import { type BuiltPages, buildPages } from "../built-pages.fixture.ts";
import { baseUrl, openComponent } from "../opened-component.fixture.ts";

const two = {
  version: 1,
  rules: [
    { id: "two", when: { amountUsd: { from: 20 } }, then: { requireApprovals: { count: 2 } } },
  ],
} as const;

let pages: BuiltPages;
beforeAll(async () => {
  pages = await buildPages();
});

describe("an inbox of all workspaces", () => {
  const browser = testBrowser();

  it("is decided in place by keyboard, and hides workspaces that the person may not see", async () => {
    const treasury = treasuryOf("Ada", {
      authorize: ({ workspaceId }) => workspaceId !== "secret",
    });
    await treasury.allocations.set({ workspaceId: "shop", id: "ads", limitUsd: 5, operator: "Bo" });
    const published = await treasury.rules.publish({
      workspaceId: "shop",
      rules: two,
      operator: "Ada",
    });
    await treasury.actions.decide({
      workspaceId: "shop",
      actionId: published.action.id,
      decision: "approve",
      operator: "Bo",
    });
    const shop = await propose(treasury, "shop", 24);
    await propose(treasury, "lab", 12);
    await propose(treasury, "secret", 15);
    const raise = { workspaceId: "shop", id: "ads", limitUsd: 10, operator: "Bo" };
    await treasury.allocations.set(raise);

    const page = await browser.newPage();
    await openComponent(page, pages, "ApprovalInboxOfAll", treasury);
    const inbox = page.getByRole("region", { name: "Needs approval in all workspaces" });
    const titles = async (): Promise<readonly string[]> =>
      inbox.getByRole("heading", { level: 3 }).allInnerTexts();
    await inbox.getByText("Workspace lab").waitFor();
    expect(await titles()).toEqual([
      "Pay $24.00 to Acme",
      "Pay $12.00 to Acme",
      "Change allocation ads",
    ]);
    await expect.poll(() => inbox.innerText()).not.toContain("secret");

    const first = inbox.getByRole("article", { name: "Pay $24.00 to Acme" });
    await press(first.getByRole("button", { name: "Approve $24.00 to Acme" }));
    await first.getByText("1 of 2 approved", { exact: true }).first().waitFor();
    await expect.poll(() => first.getByRole("button", { name: /^Approve/ }).count()).toBe(0);

    await press(inbox.getByRole("button", { name: "Approve $12.00 to Acme" }));
    await page.getByText("Approved and paid: $12.00 to Acme.").waitFor();
    const change = inbox.getByRole("article", { name: "Change allocation ads" });
    await press(change.getByRole("button", { name: /^Approve/ }));
    await change.waitFor({ state: "detached" });
    expect(await titles()).toEqual(["Pay $24.00 to Acme"]);

    const proposalId = shop;
    await treasury.decide({ workspaceId: "shop", proposalId, decision: "approve", operator: "Bo" });
    await page.reload();
    await inbox.getByText("Nothing needs approval").waitFor();
    expect((await treasury.state("lab")).balanceUsd).toBe(88);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it("shows a spend of the page's own agent at once, not only on its timer", async () => {
    const treasury = treasuryOf("Ada", { model: scriptedModel() });
    const page = await browser.newPage();
    await page.clock.install();
    await openComponent(page, pages, "CommandCentre", treasury);
    await page.getByText("All workspaces").click();
    await page.getByText("Nothing needs approval").waitFor();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.getByRole("textbox").fill("Buy a domain from Namecheap for $24");
    await page.keyboard.press("Enter");
    const inbox = page.getByRole("region", { name: "Needs approval in all workspaces" });
    await inbox.getByText("Pay $24.00 to Namecheap").waitFor();
    await expect.poll(() => inbox.getByRole("article").count()).toBe(1);
  });

  it("lists workspaces that cannot be read, and reports a failure of all with a repeat", async () => {
    const treasury = treasuryOf("Ada", {});
    await propose(treasury, "shop", 24);
    let failure: "part" | "all" | null = "all";
    const handler = async (request: Request): Promise<Response> => {
      const response = await treasury.handler(request);
      if (!request.url.includes("/inbox") || failure === null) return response;
      if (failure === "all") return Response.json({ error: "It failed." }, { status: 400 });
      const notDone = [{ workspaceId: "lab", problem: "The record is damaged." }];
      return Response.json({ ...((await response.json()) as object), notDone });
    };
    const page = await browser.newPage();
    await openComponent(page, pages, "ApprovalInboxOfAll", { handler });
    const alert = page.getByRole("alert").filter({ hasText: "The inbox could not be loaded." });
    await alert.waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await pressTabUntil(alert.getByRole("button", { name: "Try again" }));
    // Not earlier, because the inbox also loads on its timer.
    failure = "part";
    await page.keyboard.press("Enter");
    await page.getByText("1 workspace could not be read:").waitFor();
    await page.getByText("lab: The record is damaged.").waitFor();
    await page.getByRole("button", { name: "Approve $24.00 to Acme" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});

function treasuryOf(person: string, options: Partial<TreasuryOptions>): Treasury {
  return createTreasury({
    baseUrl,
    storage: memoryStorage(),
    budget: { startingCapitalUsd: 100 },
    authenticate: () => ({ name: person }),
    ...options,
  });
}

async function propose(
  treasury: Treasury,
  workspaceId: string,
  amountUsd: number,
): Promise<string> {
  const spend = { workspaceId, amountUsd, vendor: "Acme", purpose: "paper" };
  return (await treasury.propose(spend)).proposal.id;
}

async function press(button: Locator): Promise<void> {
  await button.waitFor();
  await pressTabUntil(button);
  await button.page().keyboard.press("Enter");
}
