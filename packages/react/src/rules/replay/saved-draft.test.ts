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
    await daily.click();
    await page.getByText("Draft: not replayed yet.").waitFor();
    expect((await treasury.rules.draft()).draft).toMatchObject({ rules, replayDaily: true });

    const empty = { version: 1, rules: [] } as const;
    await treasury.rules.saveDraft({ rules: empty });
    await treasury.recover();
    await page.reload();
    await page.getByText("Draft: would have changed 1 of 1 spend in the last 14 days.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("button", { name: "Remove the saved draft" }).click();
    await page.getByText("The saved draft was removed.").waitFor();
    expect(await treasury.rules.draft()).toEqual({ draft: null });
  });
});
