import type { Treasury } from "@agent-treasury/treasury-core";
import { accessibilityProblems, type Page, testBrowser } from "browser-for-tests";
import { beforeAll, describe, expect, it } from "vitest";
import { type BuiltPages, buildPages } from "../built-pages.fixture.ts";
import { openComponent } from "../opened-component.fixture.ts";
import { addDevice, passkeyTreasury } from "./passkey-treasury.fixture.ts";

const workspaceId = "demo";
const signed = {
  version: 1,
  rules: [{ id: "signed", then: { requireApprovals: { count: 1, passkey: true } } }],
} as const;

const { TEST_LONG, TEST_PAGES } = process.env;
const isLong = (TEST_PAGES ?? TEST_LONG) !== undefined;

let pages: BuiltPages;
beforeAll(async () => {
  pages = await buildPages();
});

describe("passkeys, in a browser", () => {
  const browser = testBrowser();

  async function opened(treasury: Pick<Treasury, "handler">) {
    const page = await browser.newPage();
    const device = await addDevice(page);
    await openComponent(page, pages, "CommandCentre@Ada", treasury);
    return { page, device };
  }

  it("are registered by invitation, and sign approvals of spends and changes", async () => {
    const treasury = passkeyTreasury();
    const { page, device } = await opened(treasury);
    await register(page, "Laptop");
    expect(await page.evaluate<string>("location.hash")).toBe("");
    await publishSigned(page, treasury);
    const proposalId = await propose(treasury, 24);
    const card = page.getByRole("article", { name: "Pay $24.00 to Acme" });
    const approve = card.getByRole("button", { name: "Approve $24.00 with passkey to Acme" });
    await approve.waitFor();

    // A stolen session without the device.
    const decision = { workspaceId, proposalId, decision: "approve", operator: "Ada" } as const;
    expect(await treasury.decide(decision)).toMatchObject({
      status: "pending",
      approvals: { given: 0, needsPasskey: true },
    });
    await device.setVerified(false);
    await approve.click();
    await card.getByText("No passkey was used: the request was cancelled or timed out").waitFor();
    treasury.skipsVerification = true;
    await approve.click();
    await card.getByRole("alert").filter({ hasText: "user could not be verified" }).waitFor();
    expect(await balanceOf(treasury)).toBe(100);
    treasury.skipsVerification = false;
    await device.setVerified(true);
    await approve.click();
    await page.getByText("Approved and paid: $24.00 to Acme.").waitFor();
    expect(await balanceOf(treasury)).toBe(76);
    await page.getByText("Paid $24.00 to Acme").click();
    await page.getByText("by Ada with a passkey").waitFor();

    await treasury.rules.publish({
      workspaceId,
      rules: { version: 1, rules: [] },
      operator: "Ada",
    });
    await page.getByText("All workspaces", { exact: true }).click();
    const change = page.getByRole("article", { name: "Publish 0 rules" });
    await change.getByRole("button", { name: "Approve with passkey: Publish 0 rules" }).click();
    await page.getByText("Published 0 rules.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it.runIf(isLong)("are listed and removed, and not while a rule needs them", async () => {
    const treasury = passkeyTreasury();
    const { page } = await opened(treasury);
    await register(page, "Laptop");
    await publishSigned(page, treasury);
    await openList(page);
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByLabel("Name").fill("The same laptop");
    await page.getByRole("button", { name: "Create passkey" }).click();
    await page.getByText("This device already has one of your passkeys.").waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();

    const row = page.getByRole("article", { name: "Passkey Laptop" });
    const remove = async (): Promise<void> => {
      await row.getByRole("button", { name: "Remove passkey Laptop" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
    };
    await remove();
    await row.getByText("A published rule needs 1 person with a passkey").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);

    const rules = { version: 1, rules: [] } as const;
    const { action } = await treasury.rules.publish({ workspaceId, rules, operator: "Ada" });
    expect(action.status).toBe("pending");
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByText("All workspaces", { exact: true }).click();
    await page.getByRole("button", { name: "Approve with passkey: Publish 0 rules" }).click();
    await page.getByText("Published 0 rules.").waitFor();
    await openList(page);
    await remove();
    await page.getByText("Passkey Laptop was removed.").waitFor();
    await page.getByText("You have none.").waitFor();
  });
});

async function openList(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Approver: Ada" }).click();
  await page.getByRole("button", { name: "Passkeys…" }).click();
}

/** Publishes a rule that needs a passkey, with one. */
async function publishSigned(page: Page, treasury: Treasury): Promise<void> {
  await treasury.rules.publish({ workspaceId, rules: signed, operator: "Ada" });
  await page.getByText("All workspaces", { exact: true }).click();
  await page.getByRole("button", { name: "Approve with passkey: Publish 1 rule" }).click();
  await page.getByText("Published 1 rule.").waitFor();
  await page.getByText("This workspace", { exact: true }).click();
}

/** Invites Ada, and follows the invitation. */
async function register(page: Page, name: string): Promise<void> {
  await openList(page);
  await page.getByText("You have none.").waitFor();
  await page.getByRole("button", { name: "Invite an approver" }).click();
  await page.getByLabel("Person").fill("Ada");
  await page.getByRole("button", { name: "Create link" }).click();
  const link = await page.getByRole("textbox", { name: "Link" }).inputValue();
  await page.goto("about:blank");
  await page.goto(link);
  await page.reload();
  const dialog = page.getByRole("dialog", { name: "Add a passkey" });
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Create passkey" }).click();
  await page.getByText(`Passkey ${name} was added.`).waitFor();
}

async function propose(treasury: Treasury, amountUsd: number): Promise<string> {
  const spend = { workspaceId, amountUsd, vendor: "Acme", purpose: "paper" };
  return (await treasury.propose(spend)).proposal.id;
}

async function balanceOf(treasury: Treasury): Promise<number> {
  return (await treasury.state(workspaceId)).balanceUsd;
}
