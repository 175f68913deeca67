import { createTreasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { accessibilityProblems, testBrowser } from "browser-for-tests";
import { beforeAll, describe, expect, it } from "vitest";
import { type BuiltPages, buildPages } from "../../built-pages.fixture.ts";
import { baseUrl, openComponent } from "../../opened-component.fixture.ts";

let pages: BuiltPages;
beforeAll(async () => {
  pages = await buildPages();
});

describe("a saved draft of rules", () => {
  const browser = testBrowser();

  it("is saved in the editor, shows its last replay, and is removed", async () => {
    const treasury = createTreasury({
      autoApprovePayees: "any",
      baseUrl,
      storage: memoryStorage({ now: () => Date.now() - 60_000 }),
      access: "guests",
      budget: { startingCapitalUsd: 100, autoApproveUnderUsd: 20 },
      recoverySeconds: false,
    });
    const rules = { version: 1, rules: [{ id: "none", then: { deny: true } }] } as const;
    await treasury.rules.publish({ rules, operator: "Ada" });
    await treasury.propose({ amountUsd: 5, vendor: "Acme", purpose: "paper" });
    const page = await browser.newPage();
    await openComponent(page, pages, "RulesEditor", treasury);
    await page.getByRole("button", { name: "Edit rules" }).click();
    const daily = page.getByRole("button", { name: "Replay daily" });
    await page.getByLabel("Range").selectOption("Last 7 days");
    await daily.click();
    await page.getByText("Replayed daily over the last 7 days. Not replayed yet.").waitFor();
    const { draft } = await treasury.rules.draft();
    expect(draft).toMatchObject({ rules, replayDaily: true, days: 7 });

    const empty = { version: 1, rules: [] } as const;
    await treasury.rules.saveDraft({ rules: empty });
    await treasury.recover();
    await page.reload();
    const saved = page.getByRole("region", { name: "Saved draft" });
    await saved.getByText("1 of 1 spend would have another outcome.").waitFor();
    await saved.getByText("Replayed daily over the last 14 days. Last replay:").waitFor();
    const totals = await saved.getByRole("definition").allInnerTexts();
    expect(totals).toEqual(["$0.00", "$5.00 +$5.00", "$5.00 +$5.00"]);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("button", { name: "Remove the saved draft" }).click();
    await page.getByText("The saved draft was removed.").waitFor();
    expect(await treasury.rules.draft()).toEqual({ draft: null });
  });
});
