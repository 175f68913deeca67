import { createTreasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { accessibilityProblems, testBrowser } from "browser-for-tests";
import { beforeAll, describe, expect, it } from "vitest";
import { type BuiltPages, buildPages } from "../built-pages.fixture.ts";
import { baseUrl, openComponent } from "../opened-component.fixture.ts";

let pages: BuiltPages;
beforeAll(async () => {
  pages = await buildPages();
});

describe("alike spends", () => {
  const browser = testBrowser();

  it("are decided one by one, each with its own digest, and then suggest an approval", async () => {
    const treasury = createTreasury({
      baseUrl,
      storage: memoryStorage({ now: () => Date.now() - 60_000 }),
      access: "guests",
      recoverySeconds: false,
      budget: { startingCapitalUsd: 200 },
    });
    for (const amountUsd of [11, 12, 13, 14]) {
      const purpose = `server ${amountUsd}`;
      await treasury.propose({ agentId: "buyer", vendor: "Hetzner", amountUsd, purpose });
    }
    await treasury.propose({ agentId: "buyer", vendor: "Figma", amountUsd: 15, purpose: "seat" });
    const page = await browser.newPage();
    const sent: { proposalId: string; digest: string }[] = [];
    const keys: unknown[] = [];
    page.on("request", (request) => {
      if (!request.url().endsWith("/treasury/decide")) return;
      sent.push(request.postDataJSON() as (typeof sent)[number]);
      keys.push(request.headers()["idempotency-key"]);
    });
    await openComponent(page, pages, "ApprovalInbox", treasury);
    await page.getByRole("button", { name: "Decide 4 spends to Hetzner together" }).click();
    const dialog = page.getByRole("dialog", { name: "Decide 4 alike spends" });
    await dialog.getByLabel("server 14").uncheck();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Approve 3 for $36.00" }).click();
    await dialog.waitFor({ state: "detached" });
    const { proposals } = await treasury.state();
    const paid = proposals.filter(({ status }) => status === "executed");
    expect(new Set(paid.map(({ amountUsd }) => amountUsd))).toEqual(new Set([11, 12, 13]));
    expect(new Set(sent.map(({ digest }) => digest))).toEqual(
      new Set(paid.map(({ digest }) => digest)),
    );
    expect(new Set(keys).size).toBe(3);

    const rules = await browser.newPage();
    await openComponent(rules, pages, "RulesEditor", treasury);
    const suggestions = rules.getByRole("region", { name: "Suggestions" });
    await suggestions.getByText("It would have replaced 3 decisions").waitFor();
    expect(await accessibilityProblems(rules)).toEqual([]);
    await suggestions.getByRole("button", { name: "Give this approval: buyer, Hetzner" }).click();
    await rules.getByRole("button", { name: "Allow", exact: true }).click();
    await suggestions.waitFor({ state: "detached" });
    const { standingApprovals } = await treasury.standingApprovals.list();
    expect(standingApprovals).toMatchObject([{ vendor: "Hetzner", maximumUsd: 13, count: 3 }]);
  });

  it("stop at the first failure, and leave the others to the person", async () => {
    const treasury = createTreasury({
      baseUrl,
      storage: memoryStorage({ now: () => Date.now() - 60_000 }),
      access: "guests",
      recoverySeconds: false,
      budget: { startingCapitalUsd: 200 },
    });
    for (const amountUsd of [20, 19, 18]) {
      await treasury.propose({ agentId: "buyer", vendor: "Hetzner", amountUsd, purpose: "server" });
    }
    const page = await browser.newPage();
    await openComponent(page, pages, "ApprovalInbox", treasury);
    await treasury.freezes.freeze({ scope: "workspace", operator: "Ada", reason: "Looks wrong." });
    await page.getByRole("button", { name: "Decide 3 spends to Hetzner together" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Approve 3 for $57.00" }).click();
    await dialog.getByRole("alert").filter({ hasText: "$20.00" }).waitFor();
    expect((await treasury.state()).pendingCount).toBe(3);
  });
});
