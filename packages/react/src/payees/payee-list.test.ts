import type { Treasury } from "@agent-treasury/treasury-core";
import { accessibilityProblems, testBrowser } from "browser-for-tests";
import { beforeAll, describe, expect, it } from "vitest";
import { type BuiltPages, buildPages } from "../built-pages.fixture.ts";
import { openComponent } from "../opened-component.fixture.ts";
import { treasuryAfter } from "../used-treasury.fixture.ts";

const known = { autoApprovePayees: "known" } as const;
const spend = { agentId: "buyer", amountUsd: 1, vendor: "Acme", purpose: "paper" };

let pages: BuiltPages;
beforeAll(async () => {
  pages = await buildPages();
});

describe("known payees on the page", () => {
  const browser = testBrowser();

  it("are added by an approval, which the card states before, and can be forgotten", async () => {
    const treasury = await treasuryWithSpend();
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    await openComponent(page, pages, "ApprovalInbox", treasury);
    const card = page.getByRole("article", { name: "Pay $1.00 to Acme" });
    await card.getByText("Named by the agent only · not known for this amount").waitFor();
    const later = card.getByText("Later payments to Acme up to $2.00 may be automatic.");
    await later.waitFor();
    await card.getByText("Comment and options").click();
    await card.getByLabel("Amount to approve").fill("0.25");
    await card.getByText("Later payments to Acme up to $0.50 may be automatic.").waitFor();
    await card.getByLabel("Amount to approve").fill("");
    await later.waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await card.getByRole("button", { name: /^Approve \$1/ }).click();
    await card.waitFor({ state: "detached" });

    await openComponent(page, pages, "RulesEditor", treasury);
    const row = page.getByRole("article", { name: "Acme on ledger" });
    await row.getByText("Up to $2.00").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await row.getByRole("button", { name: "Forget Acme" }).click();
    await page.getByRole("button", { name: "Forget", exact: true }).click();
    await page.getByText("No known payees").waitFor();
    expect((await treasury.payees.list()).payees).toEqual([]);
  });

  it("can be added by an administrative action", async () => {
    const treasury = await treasuryAfter(100, [], known);
    const page = await browser.newPage();
    await openComponent(page, pages, "RulesEditor", treasury);
    await page.getByRole("button", { name: "Add a payee" }).click();
    const dialog = page.getByRole("dialog", { name: "Add a payee" });
    await dialog.getByLabel("Payee").fill("Acme");
    await dialog.getByRole("button", { name: "Add payee" }).click();
    await dialog.getByText("an amount above zero").waitFor();
    await dialog.getByLabel("Amount in USD").fill("2.50");
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Add payee" }).click();
    await page.getByRole("article", { name: "Acme on ledger" }).getByText("$5.00").waitFor();
    const { proposal } = await treasury.propose(spend);
    expect(proposal).toMatchObject({ status: "executed", autoApproved: true });
  });

  it("are not needed where the check is off, which the page states, and those paid can be confirmed", async () => {
    const treasury = await treasuryAfter(100, [
      ["/agent", { message: "Buy a domain from Namecheap for $24" }],
    ]);
    const page = await browser.newPage();
    await openComponent(page, pages, "CommandCentre", treasury);
    await page.getByTitle("policy pays any payee").waitFor();
    const card = page.getByRole("article", { name: "Pay $24.00 to Namecheap" });
    await card.getByText("Named in the message · amount named").waitFor();
    await expect.poll(() => card.innerText()).not.toContain("Later payments");
    await treasury.propose({ ...spend, amountUsd: 3 });
    await openComponent(page, pages, "RulesEditor", treasury);
    await page.getByText("policy pays any payee").waitFor();
    const paid = page.getByRole("article", { name: "Acme on ledger, to confirm" });
    await paid.getByText("$3.00").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await paid.getByRole("button", { name: "Confirm Acme" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Confirm payee" }).click();
    const added = page.getByRole("article", { name: "Acme on ledger", exact: true });
    await added.getByText("Up to $6.00").waitFor();
    await paid.waitFor({ state: "detached" });
  });
});

async function treasuryWithSpend(): Promise<Treasury> {
  const treasury = await treasuryAfter(100, [], known);
  const { proposal } = await treasury.propose(spend);
  expect(proposal.status).toBe("pending");
  return treasury;
}
