import type { SuggestionList } from "@agent-treasury/sdk-client";
import { createTreasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { accessibilityProblems, testBrowser } from "browser-for-tests";
import { beforeAll, describe, expect, it } from "vitest";
import { type BuiltPages, buildPages } from "../built-pages.fixture.ts";
import { baseUrl, openComponent } from "../opened-component.fixture.ts";
import { servedTo, treasuryOfTwo } from "../two-approvers.fixture.ts";

let pages: BuiltPages;
beforeAll(async () => {
  pages = await buildPages();
});

const dayMs = 86_400_000;

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
    // Its name counts the spends that are left.
    await page.getByRole("dialog").waitFor({ state: "detached" });
    const { proposals } = await treasury.state();
    const paid = proposals.filter(({ status }) => status === "executed");
    expect(new Set(paid.map(({ amountUsd }) => amountUsd))).toEqual(new Set([11, 12, 13]));
    expect(new Set(sent.map(({ digest }) => digest))).toEqual(
      new Set(paid.map(({ digest }) => digest)),
    );
    expect(new Set(keys).size).toBe(3);

    const rules = await browser.newPage();
    await openComponent(rules, pages, "RulesEditor", {
      handler: async (request) => {
        const response = await treasury.handler(request);
        if (!new URL(request.url).pathname.endsWith("/rules/suggestions")) return response;
        const list = (await response.json()) as SuggestionList;
        const endsAt = new Date(Date.now() + 14 * dayMs).toISOString();
        return Response.json({
          ...list,
          suggestions: list.suggestions.map((one) => ({ ...one, endsAt })),
        });
      },
    });
    const suggestions = rules.getByRole("region", { name: "Suggestions" });
    await suggestions.getByText("It would have replaced 3 decisions").waitFor();
    expect(await accessibilityProblems(rules)).toEqual([]);
    await suggestions.getByRole("button", { name: "Give this approval: buyer, Hetzner" }).click();
    await rules.getByRole("button", { name: "Allow", exact: true }).click();
    await suggestions.waitFor({ state: "detached" });
    const { standingApprovals } = await treasury.standingApprovals.list();
    expect(standingApprovals).toMatchObject([{ vendor: "Hetzner", maximumUsd: 13, count: 3 }]);
    const [{ endsAt } = { endsAt: "" }] = standingApprovals;
    expect(Math.round((Date.parse(endsAt) - Date.now()) / dayMs)).toBe(14);
  });

  it("suggest rules together with those that another person publishes meanwhile", async () => {
    const treasury = createTreasury({
      baseUrl,
      storage: memoryStorage({ now: () => Date.now() - 60_000 }),
      access: "guests",
      recoverySeconds: false,
      budget: { startingCapitalUsd: 200, dailySpendCapUsd: 100 },
    });
    const ids: string[] = [];
    for (const vendor of ["Hetzner", "Hetzner", "Hetzner", "Figma", "Figma"]) {
      const purpose = `month ${ids.length}`;
      const spend = { agentId: "buyer", vendor, amountUsd: 11 + ids.length, purpose };
      ids.push((await treasury.propose(spend)).proposal.id);
    }
    for (const proposalId of ids) {
      await treasury.decide({ proposalId, decision: "approve", operator: "Ada" });
    }
    const page = await browser.newPage();
    await openComponent(page, pages, "RulesEditor", treasury);
    const open = page.getByRole("button", { name: "Open as a draft: buyer" });
    await open.waitFor();
    const when = { vendors: { in: ["casino"] } };
    const rules = [{ id: "no-casino", when, then: { deny: true } as const }];
    const read = page.waitForResponse((response) =>
      new URL(response.url()).pathname.endsWith("/rules/suggestions"),
    );
    await treasury.rules.publish({ rules: { version: 1, rules }, operator: "Ada" });
    await read;
    await open.click();
    const published = page.getByRole("listitem", { name: "no-casino", exact: true });
    await expect.poll(() => published.count()).toBe(1);
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

  it("stop at a payment that fails, and at a spend that another person decided first", async () => {
    const treasury = createTreasury({
      baseUrl,
      storage: memoryStorage({ now: () => Date.now() - 60_000 }),
      access: "guests",
      recoverySeconds: false,
      budget: { startingCapitalUsd: 200, dailySpendCapUsd: 37 },
    });
    const ids: string[] = [];
    for (const amountUsd of [20, 19, 18, 17]) {
      const spend = { agentId: "buyer", vendor: "Hetzner", amountUsd, purpose: "server" };
      ids.push((await treasury.propose(spend)).proposal.id);
    }
    let sent = 0;
    const handler = async (request: Request): Promise<Response> => {
      if (request.url.endsWith("/treasury/decide") && (sent += 1) === 3) {
        const [, , proposalId = ""] = ids;
        await treasury.decide({ proposalId, decision: "deny", operator: "Ada" });
      }
      return treasury.handler(request);
    };
    const page = await browser.newPage();
    await openComponent(page, pages, "ApprovalInbox", { handler });
    await page.getByRole("button", { name: "Decide 4 spends to Hetzner together" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Approve 4 for $74.00" }).click();
    const alert = dialog.getByRole("alert");
    await alert
      .filter({ hasText: /^\$19\.00, server: Approved, but not paid: .* Stopped at 2 of 4\.$/ })
      .waitFor();
    expect(sent).toBe(2);
    await dialog.getByRole("button", { name: "Approve 2 for $35.00" }).click();
    await alert.filter({ hasText: /^\$18\.00, server: Another decision.* at 1 of 2\.$/ }).waitFor();
    await dialog.getByRole("button", { name: "Approve 1 for $17.00" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(sent).toBe(4);
    const { proposals } = await treasury.state();
    expect(new Map(proposals.map(({ amountUsd, status }) => [amountUsd, status]))).toEqual(
      new Map([
        [20, "executed"],
        [19, "failed"],
        [18, "denied"],
        [17, "executed"],
      ]),
    );
  });

  it("show and approve the lower amount that another person approved", async () => {
    const treasury = await treasuryOfTwo({ maxSpendPerActionUsd: 100 });
    for (const amountUsd of [41, 40]) {
      const spend = { agentId: "buyer", vendor: "Hetzner", amountUsd, purpose: "server" };
      const { proposal } = await treasury.propose(spend);
      const lowered = { approvedAmountUsd: 30, operator: "Ada" };
      await treasury.decide({ proposalId: proposal.id, decision: "approve", ...lowered });
    }
    const page = await browser.newPage();
    await openComponent(page, pages, "ApprovalInbox", servedTo(treasury, "Bo"));
    await page.getByText("2 alike: buyer to Hetzner, $60.00 in total").waitFor();
    await page.getByRole("button", { name: "Decide 2 spends to Hetzner together" }).click();
    const dialog = page.getByRole("dialog");
    await expect.poll(() => dialog.getByText("$30.00", { exact: true }).count()).toBe(2);
    await dialog.getByRole("button", { name: "Approve 2 for $60.00" }).click();
    await dialog.waitFor({ state: "detached" });
    const { proposals } = await treasury.state();
    expect(proposals.map(({ capturedUsd }) => capturedUsd)).toEqual([30, 30]);
  });
});
