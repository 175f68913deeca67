import { type Treasury, createTreasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { accessibilityProblems, pressTabUntil, testBrowser } from "browser-for-tests";
import { beforeAll, describe, expect, it } from "vitest";
import { type BuiltPages, buildPages } from "../built-pages.fixture.ts";
import { baseUrl, openComponent } from "../opened-component.fixture.ts";

const everyScope = [
  { scope: "allocation", option: "An allocation", field: "Allocation id", id: "ads" },
  { scope: "agent", option: "An agent", field: "Agent id", id: "buyer" },
  { scope: "vendor", option: "A vendor", field: "Vendor", id: "Sticker Mule" },
  { scope: "deployment", option: "All workspaces", field: null, id: null },
] as const;
const scopes = process.env["TEST_LONG"] === "1" ? everyScope : everyScope.slice(0, 1);
const windows = [
  { width: 390, height: 844, colorScheme: "dark" },
  { width: 1280, height: 800, colorScheme: "light" },
] as const;

const spend = {
  agentId: "buyer",
  allocationId: "ads",
  vendor: "Sticker Mule",
  purpose: "stickers",
};

let pages: BuiltPages;
beforeAll(async () => {
  pages = await buildPages();
});

describe.each(scopes)("the freeze of $option, by keyboard", ({ scope, option, field, id }) => {
  const browser = testBrowser();

  it.each(process.env["TEST_LONG"] === "1" ? windows : windows.slice(0, 1))(
    "stops its payments only, and ends, at $width pixels",
    async ({ colorScheme, ...viewport }) => {
      const treasury = await treasuryWithAllocations();
      const page = await browser.newPage({ viewport, colorScheme });
      await openComponent(page, pages, "CommandCentre", treasury);
      const press = async (name: string): Promise<void> => {
        const button = page.getByRole("button", { name, exact: true });
        await button.waitFor();
        await pressTabUntil(button);
        await page.keyboard.press("Enter");
      };
      const banner = page.getByRole("status", { name: "Freezes" });
      const [button] = await page.getByRole("button", { name: /^Freeze payments/ }).all();
      await expect.poll(() => button?.innerText()).toContain("Freeze");
      await press(viewport.width < 700 ? "Freeze payments" : "Freeze payments…");
      const dialog = page.getByRole("dialog", { name: "Freeze payments?" });
      await dialog.getByLabel("What to freeze").selectOption({ label: option });
      if (field !== null) {
        await press("Freeze payments");
        await dialog.getByText(`Enter the ${field.toLowerCase()}.`).waitFor();
        await pressTabUntil(dialog.getByLabel(field, { exact: true }));
        await page.keyboard.type(id);
      }
      expect(await accessibilityProblems(page), "dialog").toEqual([]);
      await press("Freeze payments");
      await page.getByText("No payment was in flight.").waitFor();
      expect(await accessibilityProblems(page), "result").toEqual([]);
      await press("Done");
      const frozen = id === null ? "all workspaces" : `${scope} ${id}`;
      await banner.getByText(`Payments of ${frozen} are frozen`).waitFor();
      expect(await accessibilityProblems(page), "banner").toEqual([]);
      const overflow = "document.documentElement.scrollWidth - innerWidth";
      expect(await page.evaluate<number>(overflow)).toBeLessThanOrEqual(0);

      expect((await treasury.freezes.list()).freezes).toMatchObject([{ scope, id }]);
      expect(await statusOf(treasury, spend)).toBe("pending");
      const other = { ...spend, agentId: "scout", allocationId: "travel", vendor: "Acme" };
      expect(await statusOf(treasury, other)).toBe(scope === "deployment" ? "pending" : "executed");

      await press(`Unfreeze ${frozen}`);
      await press("Unfreeze");
      await banner.getByText("are frozen").waitFor({ state: "detached" });
      // A process reads the freeze of all workspaces once a second.
      let count = 0;
      const again = () => statusOf(treasury, { ...spend, purpose: `stickers ${(count += 1)}` });
      await expect.poll(again, { interval: 300 }).toBe("executed");
    },
  );
});

async function treasuryWithAllocations(): Promise<Treasury> {
  const treasury = createTreasury({
    autoApprovePayees: "any",
    baseUrl,
    access: "guests",
    storage: memoryStorage(),
    budget: { startingCapitalUsd: 100 },
  });
  for (const id of ["ads", "travel"]) await treasury.allocations.set({ id, operator: "Ada" });
  return treasury;
}

async function statusOf(treasury: Treasury, request: typeof spend): Promise<string> {
  return (await treasury.propose({ ...request, amountUsd: 3 })).proposal.status;
}
