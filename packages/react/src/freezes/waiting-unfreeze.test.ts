import type { Treasury } from "@agent-treasury/treasury-core";
import { accessibilityProblems, type Locator, type Page, testBrowser } from "browser-for-tests";
import { beforeAll, describe, expect, it } from "vitest";
import { type BuiltPages, buildPages } from "../built-pages.fixture.ts";
import { openComponent } from "../opened-component.fixture.ts";
import { servedTo, treasuryOfTwo } from "../two-approvers.fixture.ts";

const all = [
  { width: 390, height: 844, colorScheme: "dark" },
  { width: 1280, height: 800, colorScheme: "light" },
] as const;
const windows = process.env["TEST_LONG"] === "1" ? all : all.slice(0, 1);

let pages: BuiltPages;
beforeAll(async () => {
  pages = await buildPages();
});

describe("an unfreezing that two persons approve", () => {
  const browser = testBrowser();

  const openAs = async (
    person: string,
    treasury: Treasury,
    { colorScheme, ...viewport }: (typeof all)[number],
  ): Promise<Page> => {
    const page = await browser.newPage({ viewport, colorScheme });
    await openComponent(page, pages, `CommandCentre@${person}`, servedTo(treasury, person));
    return page;
  };

  it.each(windows)(
    "is shown in the banner, begins once, and ends with the second approval, at $width pixels",
    async (window) => {
      const treasury = await treasuryOfTwo();
      await treasury.freezes.freeze({ scope: "workspace", operator: "Ada" });
      const ada = await openAs("Ada", treasury, window);
      await bannerOf(ada).getByRole("button", { name: "Unfreeze this workspace" }).click();
      await ada.getByRole("button", { name: "Unfreeze", exact: true }).click();
      await bannerOf(ada).getByText("Unfreeze the workspace: 1 of 2 approved.").waitFor();
      const buttons = bannerOf(ada).getByRole("button");
      await expect.poll(() => buttons.allInnerTexts()).toEqual(["Withdraw"]);
      expect(await accessibilityProblems(ada)).toEqual([]);

      const bo = await openAs("Bo", treasury, window);
      await bannerOf(bo).getByText("1 of 2 approved").waitFor();
      await expect
        .poll(() => bannerOf(bo).getByRole("button").allInnerTexts())
        .toEqual(["Deny", "Approve"]);
      await bannerOf(bo).getByRole("button", { name: "Approve: Unfreeze the workspace" }).click();
      await bo.getByText("Unfroze the workspace.").waitFor();
      await bannerOf(bo).getByText("are frozen").waitFor({ state: "detached" });
      expect((await treasury.freezes.list()).freezes).toEqual([]);
      const { actions } = await treasury.actions.list();
      expect(actions.filter(({ type }) => type === "unfreeze")).toHaveLength(1);
    },
  );

  it.each(windows)(
    "leaves a spend that it stops without an approval, with the reason, at $width pixels",
    async (window) => {
      const treasury = await treasuryOfTwo();
      const spend = { agentId: "buyer", amountUsd: 24, vendor: "Namecheap", purpose: "a domain" };
      await treasury.propose(spend);
      await treasury.propose({ ...spend, agentId: "scout", vendor: "Fly", purpose: "a server" });
      await treasury.freezes.freeze({ scope: "agent", id: "buyer", operator: "Ada" });
      const page = await openAs("Bo", treasury, window);
      const card = page.getByRole("article", { name: "Pay $24.00 to Namecheap" });
      await card.getByText('The agent "buyer" is frozen. Unfreeze it first.').waitFor();
      const approve = card.getByRole("button", { name: "Approve $24.00 to Namecheap" });
      await expect.poll(() => approve.isDisabled()).toBe(true);
      const described = (await approve.getAttribute("aria-describedby")) ?? "";
      await expect
        .poll(() => page.locator(`[id="${described}"]`).innerText())
        .toContain("is frozen");
      await expect.poll(() => card.getByRole("button", { name: /^Deny/ }).isEnabled()).toBe(true);
      const other = page.getByRole("button", { name: "Approve $24.00 to Fly" });
      await expect.poll(() => other.isEnabled()).toBe(true);
      expect(await accessibilityProblems(page)).toEqual([]);

      await treasury.freezes.unfreeze({ scope: "agent", id: "buyer", operator: "Ada" });
      const { actions } = await treasury.actions.list({ status: "pending" });
      const actionId = actions[0]?.id ?? "";
      await treasury.actions.decide({ actionId, decision: "approve", operator: "Bo" });
      await expect.poll(() => approve.isEnabled()).toBe(true);
    },
  );
});

function bannerOf(page: Page): Locator {
  return page.getByRole("status", { name: "Freezes" });
}
