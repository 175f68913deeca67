import { createTreasuryClient } from "@agent-treasury/sdk-client";
import { testBrowser } from "browser-for-tests";
import { describe, expect, it } from "vitest";
import { pressByKeyboard, typeByKeyboard } from "./open-command.fixture.ts";
import { overflowOf, problemsOf } from "./page-problems.fixture.ts";
import { testApp } from "./test-app.fixture.ts";

const all = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];
/** The narrow one; both with `TEST_LONG`. */
const windows = process.env["TEST_LONG"] === "1" ? all : all.slice(1);

const draft = `version: 1
rules:
  - id: no-stickers
    when: { vendors: { in: [Sticker Mule] } }
    then: { deny: true }
`;

describe.each(windows)("at $width pixels, by keyboard", (viewport) => {
  const browser = testBrowser();
  const app = testApp({ TREASURY_ACCESS: "guests" });

  it("freezes a workspace, and unfreezes it", async () => {
    const client = createTreasuryClient({ baseUrl: app.url, workspaceId: "frozen" });
    const page = await browser.newPage({ viewport });
    await page.goto(`${app.url}/command/ledger?workspaceId=frozen`);
    await pressByKeyboard(page.getByRole("button", { name: "Freeze payments" }));
    const dialog = page.getByRole("dialog", { name: "Freeze payments?" });
    await typeByKeyboard(dialog.getByLabel("Reason (optional)"), "Incident 12");
    expect(await problemsOf(page), "dialog").toEqual([]);
    await pressByKeyboard(dialog.getByRole("button", { name: "Freeze payments" }));
    await page.getByText("No payment was in flight.").waitFor();
    expect(await problemsOf(page), "result").toEqual([]);
    await page.keyboard.press("Escape");

    const banner = page.getByRole("status", { name: "Freezes" });
    await banner.getByText("Payments of this workspace are frozen").waitFor();
    await banner.getByText("Incident 12").waitFor();
    expect(await problemsOf(page), "banner").toEqual([]);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    const turn = client.agent.run({ message: "Buy stickers from Sticker Mule for $4" });
    await expect(turn).rejects.toThrow("The workspace is frozen.");

    await pressByKeyboard(banner.getByRole("button", { name: "Unfreeze this workspace" }));
    await pressByKeyboard(page.getByRole("button", { name: "Unfreeze", exact: true }));
    await banner.getByText("are frozen").waitFor({ state: "detached" });
    expect((await client.freezes.list()).freezes).toEqual([]);
  });

  it("replays a draft of rules", async () => {
    const client = createTreasuryClient({ baseUrl: app.url, workspaceId: "replayed" });
    await client.agent.run({ message: "Buy stickers from Sticker Mule for $4" });
    await client.agent.run({ message: "Buy a pen from Muji for $3" });
    const page = await browser.newPage({ viewport });
    await page.goto(`${app.url}/command/rules?workspaceId=replayed`);
    await pressByKeyboard(page.getByRole("button", { name: "Edit rules" }));
    await pressByKeyboard(page.getByRole("button", { name: "YAML" }));
    const field = page.getByLabel("Rules in YAML");
    await field.fill(draft);
    await page.getByRole("status", { name: "Validation" }).getByText("Valid").waitFor();
    await pressByKeyboard(page.getByRole("button", { name: "Replay the draft" }));
    await page.getByText("1 of 2 spends would have another outcome.").waitFor();

    const change = page.getByRole("region", { name: "Changed outcomes" }).getByRole("row").last();
    const cells = await change.getByRole("cell").allInnerTexts();
    // A narrow window has no room for all columns.
    const inWide = (cell: unknown): readonly unknown[] => (viewport.width < 704 ? [] : [cell]);
    expect(cells).toEqual([
      ...inWide(expect.any(String)),
      "Sticker Mule",
      ...inWide("agent"),
      "$4.00",
      expect.stringMatching(/^Approved automatically/),
      expect.stringMatching(/^Denied by rules no-stickers/),
    ]);
    const vendors = page.getByRole("figure", { name: "By vendor" });
    await expect.poll(() => vendors.getByText("1 changed").count()).toBe(1);
    expect(await problemsOf(page), "replay").toEqual([]);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);

    const saved = page.waitForEvent("download");
    await pressByKeyboard(page.getByRole("button", { name: "Export CSV" }));
    expect((await saved).suggestedFilename()).toBe("replay-replayed.csv");
    await field.fill("version: 1\nrules: []\n");
    await page.getByText("The draft changed since this replay.").waitFor();
  });
});
