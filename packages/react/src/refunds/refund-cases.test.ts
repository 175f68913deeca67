import { createTreasury, type Treasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { accessibilityProblems, testBrowser } from "browser-for-tests";
import { beforeAll, describe, expect, it } from "vitest";
import { type BuiltPages, buildPages } from "../built-pages.fixture.ts";
import { baseUrl, openComponent } from "../opened-component.fixture.ts";

const overflow = "document.documentElement.scrollWidth - innerWidth";

let pages: BuiltPages;
beforeAll(async () => {
  pages = await buildPages();
});

/** A treasury with a refund case of a payment by the ledger. */
async function treasuryWithCase(): Promise<{ treasury: Treasury; proposalId: string }> {
  const treasury = createTreasury({
    autoApprovePayees: "any",
    baseUrl,
    access: "guests",
    storage: memoryStorage(),
    budget: { startingCapitalUsd: 100, minReserveUsd: 0 },
  });
  const spend = { agentId: "buyer", amountUsd: 5, vendor: "Acme Reports", purpose: "a report" };
  const { proposal } = await treasury.propose(spend);
  const note = "The report has no pages.";
  await treasury.refunds.open({ proposalId: proposal.id, reason: "other", note, operator: "Ada" });
  return { treasury, proposalId: proposal.id };
}

describe("refund cases on the page", () => {
  const browser = testBrowser();

  it("show what happened, and end with the refund", async () => {
    const { treasury, proposalId } = await treasuryWithCase();
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    await openComponent(page, pages, "CommandCentreLedger", treasury);
    const found = page.getByRole("article", { name: "Refund case of Acme Reports" });
    await found.getByText("Not as offered").waitFor();
    await found.getByText("Steps, letter and evidence").click();
    await found.getByText("The report has no pages.").first().waitFor();
    const letter = found.getByRole("textbox", { name: /^Request for a refund/ });
    await expect.poll(() => letter.inputValue()).toContain("We paid $5.00");
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await page.evaluate<number>(overflow)).toBeLessThanOrEqual(0);

    await found.getByRole("button", { name: "Record step… of Acme Reports" }).click();
    await page.getByRole("button", { name: "Record step", exact: true }).click();
    await found.getByText("Refund requested").waitFor();

    await found.getByRole("button", { name: "Record refund… of Acme Reports" }).click();
    await page
      .getByRole("textbox", { name: "Reference of the refund", exact: true })
      .fill("credit note 7");
    await page.getByRole("textbox", { name: "Amount in USD", exact: true }).fill("5");
    await page.getByRole("button", { name: "Record refund", exact: true }).click();
    await found.waitFor({ state: "detached" });
    expect((await treasury.refunds.read({ proposalId })).case).toMatchObject({
      outcome: "refunded",
      refundedUsd: 5,
    });
  });
});
