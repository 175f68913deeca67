import { readFile } from "node:fs/promises";
import type { TreasuryState } from "@agent-treasury/sdk-client";
import type { Treasury } from "@agent-treasury/treasury-core";
import { accessibilityProblems, type Page, testBrowser } from "browser-for-tests";
import { beforeAll, describe, expect, it } from "vitest";
import { type BuiltPages, buildPages } from "./built-pages.fixture.ts";
import { aQuote } from "./inbox/proposal.fixture.ts";
import type { SpendQuote } from "./inbox/quote-text.ts";
import { baseUrl, openComponent } from "./opened-component.fixture.ts";
import { inHours, treasuryWithPurchase, treasuryWithQuote } from "./quoted-treasury.fixture.ts";
import { treasuryAfter } from "./used-treasury.fixture.ts";

/** What each component shows before and after its data is loaded. */
const components = [
  { name: "AgentChat", frame: "Ask the agent to buy something", loaded: "Buy a domain" },
  { name: "AgentList", frame: "Loading credentials", loaded: "Buyer" },
  { name: "AllocationList", frame: "Loading allocations", loaded: "Marketing" },
  { name: "ApprovalInbox", frame: "Needs approval", loaded: "Approve $24.00" },
  { name: "ApprovalInboxOfAll", frame: "aria-hidden", loaded: "Approve $24.00" },
  { name: "CommandCentre", frame: "Command centre", loaded: "Approve $24.00" },
  { name: "FreezeButton", frame: "Freeze payments", loaded: "Freeze payments" },
  { name: "LedgerTable", frame: "Loading the ledger", loaded: "Sticker Mule: stickers" },
  { name: "MachineList", frame: "Loading machines", loaded: "No machine host connected" },
  { name: "MoneySummary", frame: "Available to spend", loaded: "$96.00" },
  { name: "RulesEditor", frame: "Loading rules", loaded: "At most $500.00 per month" },
] as const;

const all = ([1280, 390] as const).flatMap((width) =>
  (["light", "dark"] as const).map((colorScheme) => ({ width, height: 844, colorScheme })),
);
const { TEST_LONG, TEST_PAGES } = process.env;
const windows = TEST_LONG === "1" ? all : all.slice(0, 1);
/** Every second one, of which the command centre has the others. */
const tested = components.filter(
  (_, index) => (TEST_PAGES ?? TEST_LONG) !== undefined || index % 2 === 1,
);

const browser = testBrowser();
let pages: BuiltPages;
let treasury: Treasury;
beforeAll(async () => {
  pages = await buildPages();
  treasury = await usedTreasury();
});

describe.each(tested)("$name, alone on a page", ({ name, frame, loaded }) => {
  it.each(windows)(
    "renders on a server, hydrates without a warning, and is accessible at $width pixels, $colorScheme",
    async ({ colorScheme, ...viewport }) => {
      const markup = pages.render(name);
      expect(markup).toContain(frame);
      const page = await browser.newPage({ viewport, colorScheme });
      const warnings = await openComponent(page, pages, name, treasury);
      await page.getByText(loaded).first().waitFor();
      expect(warnings).toEqual([]);
      expect(await accessibilityProblems(page)).toEqual([]);
      const overflow = "document.documentElement.scrollWidth - innerWidth";
      expect(await page.evaluate<number>(overflow)).toBeLessThanOrEqual(0);
    },
  );
});

describe("an inbox without the conversation", () => {
  it("resumes the turn of an approved spend that the tab remembers", async () => {
    const own = await usedTreasury();
    const response = await own.handler(new Request(`${baseUrl}/api/service/treasury`));
    const { proposals } = (await response.json()) as TreasuryState;
    const [{ turnId } = { turnId: null }] = proposals.filter(({ status }) => status === "pending");
    const turns = [{ key: "1", turnId, message: "", status: "waiting", events: [], text: "" }];
    const page = await browser.newPage();
    await page.addInitScript(
      `sessionStorage.setItem("treasury.turns.demo", ${JSON.stringify(JSON.stringify(turns))})`,
    );
    await openComponent(page, pages, "ApprovalInbox", own);
    const resumed = page.waitForRequest(/\/agent\/resume$/);
    await page.getByRole("button", { name: /^Approve \$/ }).click();
    expect((await resumed).postDataJSON()).toMatchObject({ turnId });
  });
});

describe("an inbox of all workspaces beside the conversation", () => {
  it("resumes the turn of another workspace, which no conversation on the page follows", async () => {
    const own = await usedTreasury();
    const buying = { workspaceId: "shop", message: "Buy a domain from Porkbun for $24" };
    const { turnId } = await post<{ turnId: string }>(own, "/agent", buying);
    const turns = [{ key: "1", turnId, message: "", status: "waiting", events: [], text: "" }];
    const page = await browser.newPage();
    await page.addInitScript(
      `sessionStorage.setItem("treasury.turns.shop", ${JSON.stringify(JSON.stringify(turns))})`,
    );
    await openComponent(page, pages, "CommandCentre", own);
    await page.getByText("All workspaces").click();
    const resumed = page.waitForRequest(/\/agent\/resume$/);
    await page.getByRole("button", { name: "Approve $24.00 to Porkbun" }).click();
    expect((await resumed).postDataJSON()).toMatchObject({ workspaceId: "shop", turnId });
  });
});

describe("an approval that allows the next spends", () => {
  it("creates one standing approval, after a decision that failed at first, and before the turn resumes", async () => {
    const own = await usedTreasury();
    let failures = 1;
    const atResuming: number[] = [];
    const handler = async (request: Request): Promise<Response> => {
      if (request.url.endsWith("/agent/resume")) atResuming.push((await standing()).length);
      if (!request.url.endsWith("/treasury/decide") || failures === 0) return own.handler(request);
      failures -= 1;
      return Response.json({ error: "It failed." }, { status: 400 });
    };
    const standing = async () =>
      (await own.standingApprovals.list({ workspaceId: "demo" })).standingApprovals;
    const page = await browser.newPage();
    await openComponent(page, pages, "ApprovalInbox", { handler });
    const approve = async (): Promise<void> => {
      await page.getByRole("button", { name: /^Approve and allow the next ones/ }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Number of spends").fill("5");
      await dialog.getByRole("button", { name: "Approve and allow" }).click();
    };
    await page.getByText("Comment and options").click();
    await approve();
    await page.getByText("It failed.").waitFor();
    expect(await standing()).toEqual([]);
    await approve();
    await page
      .getByText(/^Approved and paid: .* Created a standing approval for Namecheap\.$/)
      .waitFor();
    expect(await standing()).toHaveLength(1);
    await expect.poll(() => atResuming).toEqual([1]);
  });
});

describe("the command centre in a window that becomes narrow", () => {
  it("keeps typed text and the conversation", async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 844 } });
    await openComponent(page, pages, "CommandCentre", treasury);
    await page.getByText("Comment and options").click();
    await page.getByLabel("Comment (optional)").fill("for the launch");
    await page.getByRole("textbox", { name: /agent/i }).fill("Buy stickers");
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("tab", { name: "Agent", exact: true }).waitFor();
    const comment = page.getByLabel("Comment (optional)");
    await expect.poll(() => comment.inputValue()).toBe("for the launch");
    await expect.poll(() => page.locator("textarea").inputValue()).toBe("Buy stickers");
  });
});

async function post<Answer>(to: Treasury, path: string, body: object): Promise<Answer> {
  const response = await to.handler(
    new Request(`${baseUrl}/api/service${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  );
  return (await response.json()) as Answer;
}

async function inboxWith(page: Page, quote: SpendQuote): Promise<string> {
  const warnings = await openComponent(
    page,
    pages,
    "ApprovalInbox",
    await treasuryWithQuote(quote),
  );
  const card = page.getByRole("article");
  await card.getByText("Details", { exact: true }).click();
  await card.getByText("Comment and options").click();
  await card.getByText("The seller’s words, not checked").waitFor();
  expect(warnings).toEqual([]);
  expect(await accessibilityProblems(page)).toEqual([]);
  return card.innerText();
}

describe("a spend with a quoted price", () => {
  it("shows price, payee, rail, expiry, and the seller's words as markup-free text", async () => {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    const description = "<b>Approved</b> by your bank";
    const text = await inboxWith(page, aQuote({ description, expiresAt: inHours(24) }));
    expect(text).toContain("$0.50, fixed price");
    expect(text).toContain("https://weather.example");
    expect(text).toContain("Sandbox, test money only");
    expect(text).toMatch(/Valid until\s+\S/);
    expect(text).toContain(description);
    expect(text).toContain("Approve $0.50");
    expect(text).not.toContain("Amount to approve");
  });

  it("can be lowered unless the price is fixed", async () => {
    const page = await browser.newPage();
    const text = await inboxWith(page, aQuote({ isFixed: false, expiresAt: inHours(24) }));
    expect(text).toContain("At most $0.50");
    expect(text).toContain("Amount to approve");
  });

  it("offers what was bought as a file, and shows the seller's words after the payment", async () => {
    const page = await browser.newPage();
    await openComponent(page, pages, "ApprovalInbox", await treasuryWithPurchase());
    await page.getByText("Paid $0.50 to").click();
    await page.getByText("Weather in Lisbon today").waitFor();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download what was bought" }).click(),
    ]);
    expect(await readFile(await download.path(), "utf8")).toContain("Lisbon: sunny");
  });

  it("can only be denied once the price expired, also while the page is open", async () => {
    const page = await browser.newPage();
    await page.clock.install();
    const opened = await inboxWith(page, aQuote({ expiresAt: inHours(1) }));
    expect(opened).toContain("Approve $0.50");
    await page.clock.fastForward(3_600_000);
    await page.getByText("ask the agent to propose it again").waitFor();
    const card = page.getByRole("article");
    await expect.poll(() => card.getByRole("button", { name: /^Deny/ }).isEnabled()).toBe(true);
    await expect.poll(() => card.getByRole("button", { name: /^Approve/ }).count()).toBe(0);
  });
});

/** A treasury with something to show in each component. */
function usedTreasury(): Promise<Treasury> {
  const rules = [{ id: "cloud", then: { limit: { amountUsd: 500, per: "month" } } }];
  return treasuryAfter(100, [
    ["/agent", { message: "Buy stickers from Sticker Mule for $4" }],
    ["/agent", { message: "Buy a domain from Namecheap for $24" }],
    ["/treasury/allocations", { id: "ads", name: "Marketing", limitUsd: 50, per: "day" }],
    ["/treasury/credentials", { agentId: "buyer", name: "Buyer" }],
    ["/treasury/rules", { rules: { version: 1, rules } }],
  ]);
}
