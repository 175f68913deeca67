import { ruleExposure } from "@agent-treasury/exposure";
import { scriptedModel } from "@agent-treasury/sandbox";
import { createTreasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { testBrowser } from "browser-for-tests";
import { beforeAll, describe, it } from "vitest";
import { type BuiltPages, buildPages } from "../../built-pages.fixture.ts";
import { baseUrl, openComponent } from "../../opened-component.fixture.ts";

let pages: BuiltPages;
beforeAll(async () => {
  pages = await buildPages();
});
const drafted = {
  version: 1,
  rules: [
    {
      id: "cloud",
      when: { categories: ["cloud"] },
      then: { limit: { amountUsd: 500, per: "month" } },
    },
    {
      id: "new-vendors",
      when: { vendors: { firstPayment: true } },
      then: { requireApprovals: { count: 1 } },
    },
    {
      id: "night",
      when: { hours: "22:00-06:00" },
      then: { deny: true },
      message: "Never at night.",
    },
  ],
};
describe("new user", () => {
  const browser = testBrowser();
  it("shots", { timeout: 300_000 }, async () => {
    for (const width of [1280, 390]) {
      for (const colorScheme of ["light", "dark"] as const) {
        const treasury = createTreasury({
          baseUrl,
          storage: memoryStorage({ now: () => Date.now() - 60_000 }),
          access: "guests",
          exposure: ruleExposure,
          model: scriptedModel({ answers: [JSON.stringify(drafted)] }),
          budget: { startingCapitalUsd: 1_000 },
          recoverySeconds: false,
        });
        for (const amountUsd of [11, 12, 13]) {
          const { proposal } = await treasury.propose({
            agentId: "buyer",
            vendor: "Hetzner",
            amountUsd,
            purpose: "server",
            category: "cloud",
          });
          await treasury.decide({ proposalId: proposal.id, decision: "approve", operator: "Ada" });
        }
        for (const amountUsd of [11, 12, 14])
          await treasury.propose({
            agentId: "buyer",
            vendor: "AWS",
            amountUsd,
            purpose: `server ${amountUsd}`,
            category: "cloud",
          });
        const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
        const shot = (name: string) =>
          page.screenshot({
            path: `/tmp/shots4/${name}-${width}-${colorScheme}.png`,
            fullPage: true,
          });
        await openComponent(page, pages, "RulesEditor", treasury);
        await page.getByRole("region", { name: "Suggestions" }).waitFor();
        await shot("1-start");
        await page.getByRole("button", { name: "Edit rules" }).click();
        await page
          .getByLabel("Describe the rules")
          .fill("No more than 500 a month on cloud, ask me for new vendors, never at night");
        await shot("2-sentence");
        await page.getByRole("button", { name: "Write a draft" }).click();
        await page.getByText(/At most \$[\d,.]+ under the draft, at most \$/).waitFor();
        await page.getByText(/of 6 spends would have/i).waitFor();
        await shot("3-draft");
        await page.getByRole("button", { name: "Publish rules" }).click();
        await page.getByText("Rules in effect").waitFor();
        await shot("4-published");
        const inbox = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
        await openComponent(inbox, pages, "ApprovalInbox", treasury);
        await inbox.getByRole("button", { name: /together/ }).click();
        await inbox.getByRole("dialog").waitFor();
        await inbox.screenshot({ path: `/tmp/shots4/5-alike-${width}-${colorScheme}.png` });
        await page.close();
        await inbox.close();
      }
    }
  });
});
