import { setTimeout as sleep } from "node:timers/promises";
import type { Treasury } from "@agent-treasury/treasury-core";
import { type Page, testBrowser } from "browser-for-tests";
import { beforeAll, describe, expect, it } from "vitest";
import { type BuiltPages, buildPages } from "./built-pages.fixture.ts";
import { openComponent } from "./opened-component.fixture.ts";
import { servedTo, treasuryOfTwo } from "./two-approvers.fixture.ts";

const browser = testBrowser();
let pages: BuiltPages;
let treasury: Treasury;
beforeAll(async () => {
  pages = await buildPages();
  treasury = await waitingTreasury();
});

const all = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];
const windows = process.env["TEST_LONG"] === "1" ? all : all.slice(1);

const screens = [
  { name: "CommandCentre", loaded: "Requires 2 approvals" },
  { name: "CommandCentreAgents", loaded: "1 of 2 approved" },
  { name: "CommandCentreAllocations", loaded: "Change waits" },
  { name: "CommandCentreLedger", loaded: "Sticker Mule: stickers" },
  { name: "CommandCentreRules", loaded: "Removal waits" },
] as const;

/** What of a list is answered first, in ms. Each request has its own delay, so that parts arrive one by one. */
const delays: readonly (readonly [path: RegExp, ms: number])[] = [
  [/\/treasury$/, 300],
  [/\/(rules|allocations|credentials|ledger)$/, 500],
  [/\/proposals\/[^/]+$/, 700],
  [/\/(actions|paid-by-policy)$/, 900],
];

/** The sum of the layout shifts of a page, as browsers report it. */
function shiftsOf(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>("globalThis.shifts");
}

describe.each(screens)("$name on a slow network", ({ name, loaded }) => {
  it.each(windows)("moves nothing that it has shown, at $width pixels", async (viewport) => {
    const page = await browser.newPage({ viewport });
    await page.addInitScript(observeShifts);
    const answered = new Set<string>();
    let painted: Promise<unknown> | undefined;
    const slow: Pick<Treasury, "handler"> = {
      handler: async (request) => {
        const { pathname } = new URL(request.url);
        await (painted ??= paintedAt(page, viewport.width));
        await sleep(delays.find(([path]) => path.test(pathname))?.[1] ?? 400);
        answered.add(pathname.split("/").at(-1) ?? "");
        return servedTo(treasury, "Bo").handler(request);
      },
    };
    await openComponent(page, pages, `${name}@Bo`, slow);
    await page.getByText(loaded).first().waitFor();
    await expect.poll(() => answered.has("actions") && answered.has("treasury")).toBe(true);
    // Twice, because the second frame begins after the first one is on the screen.
    await page.evaluate(
      "new Promise((end) => requestAnimationFrame(() => requestAnimationFrame(end)))",
    );
    expect(await shiftsOf(page)).toEqual([]);
  });
});

/** Forgets earlier shifts: the server does not know the window's width, so that the first frames may differ. */
async function paintedAt(page: Page, width: number): Promise<void> {
  const first = width < 700 ? "Inbox" : "Inbox and agent";
  await page.getByRole("tab", { name: first, exact: true }).waitFor();
  await page.evaluate(afterPaint);
}

const afterPaint = `new Promise((end) => {
  requestAnimationFrame(() => requestAnimationFrame(() => {
    globalThis.observer.takeRecords();
    globalThis.shifts.length = 0;
    end();
  }));
})`;

/** Lists the shifts of more than 3 px, with the moved element. */
const observeShifts = `
  globalThis.shifts = [];
  globalThis.observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      for (const { node, previousRect: from, currentRect: to } of entry.sources) {
        const [dx, dy] = [Math.round(to.x - from.x), Math.round(to.y - from.y)];
        const element = node?.nodeType === 1 ? node : node?.parentElement;
        // The labels of a deployment arrive at its edge of the header, to the left of the earlier ones.
        const isMoved = Math.abs(dy) > 3 || (Math.abs(dx) > 3 && element?.closest("dl, [role=tab]") !== null);
        if (from.height === 0 || to.height === 0 || !isMoved) continue;
        if (element?.querySelector("[data-placeholder]")) continue;
        globalThis.shifts.push(dx + ", " + dy + " px: " + (element?.textContent ?? "").slice(0, 60));
      }
    }
  });
  globalThis.observer.observe({ type: "layout-shift", buffered: true });`;

/** With something to show in each screen, and a change that waits in each. */
async function waitingTreasury(): Promise<Treasury> {
  const opened = await treasuryOfTwo();
  const operator = "Ada";
  const spend = { agentId: "buyer", vendor: "Sticker Mule", purpose: "stickers" };
  for (const amountUsd of [3, 4]) await opened.propose({ ...spend, amountUsd });
  // One, because the rules of two spends may arrive in any order.
  await opened.propose({ ...spend, vendor: "Hetzner", amountUsd: 45 });
  await opened.allocations.set({ id: "ads", name: "Ads", limitUsd: 50, operator });
  await opened.allocations.set({ id: "ads", limitUsd: 80, operator });
  await opened.credentials.issue({ agentId: "buyer", name: "Buyer", operator });
  const cloud = { id: "cloud", then: { limit: { amountUsd: 500, per: "month" as const } } };
  await opened.rules.publish({ rules: { version: 1, rules: [cloud] }, operator });
  return opened;
}
