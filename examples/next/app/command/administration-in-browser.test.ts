import { testBrowser } from "browser-for-tests";
import { describe, expect, it } from "vitest";
import { pressByKeyboard, typeByKeyboard } from "./open-command.fixture.ts";
import { clientAs, clientWith, openAs, operatorSettings } from "./operators.fixture.ts";
import { testApp } from "./test-app.fixture.ts";

const invalid = `version: 1
rules:
  - id: cloud
    then: { limitt: { amountUsd: 500, per: month } }
`;
const valid = invalid.replace("limitt", "limit");

describe("administration, in a browser", () => {
  const browser = testBrowser();
  const app = testApp(operatorSettings);
  const open = (screen: string, workspaceId: string) =>
    openAs(browser, "Ada", `${app.url}/command/${screen}?workspaceId=${workspaceId}`);

  it("publishes rules once they are valid, and rolls them back", async () => {
    const page = await open("rules", "rules");
    const client = clientAs("Ada", app.url, "rules");
    await page.getByText("No rules yet").waitFor();
    await page.getByText("At most $100.00 per day").waitFor();
    await pressByKeyboard(page.getByRole("button", { name: "Edit rules" }));
    await pressByKeyboard(page.getByRole("button", { name: "YAML" }));
    const text = page.getByLabel("Rules in YAML");
    await text.fill(invalid);
    const validation = page.getByRole("status", { name: "Validation" });
    await validation.getByText("is not a known field").waitFor();
    const publish = page.getByRole("button", { name: "Publish rules" });
    await expect.poll(() => publish.isDisabled()).toBe(true);
    await pressByKeyboard(validation.getByRole("button", { name: "Line 4" }));
    const selected = await page.evaluate<string>("getSelection().toString()");
    expect(selected.trim()).toContain("limitt");

    // The draft survives a reload.
    await page.reload();
    await pressByKeyboard(page.getByRole("button", { name: "Edit rules" }));
    await pressByKeyboard(page.getByRole("button", { name: "YAML" }));
    await expect.poll(() => text.inputValue()).toBe(invalid);
    await text.fill(valid);
    await validation.getByText("Valid", { exact: true }).waitFor();
    await page.getByText("Adds 1 rule: cloud").waitFor();
    await pressByKeyboard(publish);
    await page.getByText("Published 1 rule.").waitFor();
    const published = page.getByRole("region", { name: "Rules in effect" });
    await published.getByText("At most $500.00 per month").waitFor();
    await client.treasury.propose({ amountUsd: 5, vendor: "Moo", purpose: "cards" });
    await published.getByRole("meter", { name: "At most $500.00 per month" }).waitFor();
    await published.getByText("$5.00 used, $495.00 left").waitFor();

    await client.rules.publish({ rules: { version: 1, rules: [] } });
    await page.getByText("No rules yet").waitFor();
    await pressByKeyboard(page.getByRole("button", { name: "Roll back to publication 1" }));
    const question = page.getByRole("alertdialog", { name: "Roll back to publication 1?" });
    await pressByKeyboard(question.getByRole("button", { name: "Roll back" }));
    await published.getByText("At most $500.00 per month").waitFor();
    await published.getByText("Publication 3").waitFor();
    expect((await client.rules.current()).rules.rules.map(({ id }) => id)).toEqual(["cloud"]);
  });

  it("does not replace rules that another person published meanwhile", async () => {
    const page = await open("rules", "outdated");
    const client = clientAs("Bo", app.url, "outdated");
    await page.getByRole("button", { name: "Edit rules" }).click();
    await page.getByRole("button", { name: "YAML" }).click();
    await page.getByLabel("Rules in YAML").fill(valid);
    await page.getByText("Valid", { exact: true }).waitFor();
    const other = { id: "none", then: { deny: true } } as const;
    await client.rules.publish({ rules: { version: 1, rules: [other] } });
    await page.getByText("Other rules were published since this draft began.").waitFor();
    await expect
      .poll(() => page.getByRole("button", { name: "Publish rules" }).isDisabled())
      .toBe(true);
    await page.getByRole("button", { name: "Start again from the rules in effect" }).click();
    await expect.poll(() => page.getByLabel("Rules in YAML").inputValue()).toContain("id: none");
  });

  it("creates, changes and archives allocations", async () => {
    const page = await open("allocations", "allocations");
    const client = clientAs("Ada", app.url, "allocations");
    await page.getByText("No allocations yet").waitFor();
    await pressByKeyboard(page.getByRole("button", { name: "New allocation", exact: true }));
    const dialog = page.getByRole("dialog");
    await typeByKeyboard(dialog.getByLabel("Name"), "Marketing");
    await expect.poll(() => dialog.getByLabel("Id").inputValue()).toBe("marketing");
    await typeByKeyboard(dialog.getByLabel("Limit in USD"), "-5");
    await page.keyboard.press("Enter");
    await dialog.getByText("Enter a limit above zero").waitFor();
    await typeByKeyboard(dialog.getByLabel("Limit in USD"), "60");
    await page.keyboard.press("Enter");
    await page.getByText("Created allocation Marketing.").waitFor();

    await pressByKeyboard(page.getByRole("button", { name: "New allocation below Marketing" }));
    await typeByKeyboard(dialog.getByLabel("Name"), "Ads");
    await expect.poll(() => dialog.getByLabel("Below").inputValue()).toBe("marketing");
    await page.keyboard.press("Enter");
    await page.getByText("No limit of its own").waitFor();
    await client.treasury.propose({
      amountUsd: 6,
      vendor: "Meta",
      purpose: "ads",
      allocationId: "ads",
    });
    const usage = page.getByRole("meter", { name: "Usage of Marketing" });
    await page.getByText("$54.00", { exact: true }).waitFor();
    await expect.poll(() => usage.getAttribute("aria-valuenow")).toBe("10");

    await pressByKeyboard(page.getByRole("button", { name: "Change Marketing" }));
    await dialog.getByLabel("Window").selectOption("week");
    await typeByKeyboard(dialog.getByLabel("Limit in USD"), "12");
    await page.keyboard.press("Enter");
    await page.getByText("$12.00 per week").waitFor();
    const { allocations } = await client.allocations.list();
    expect(allocations.map(({ id, parent, limitUsd, per }) => [id, parent, limitUsd, per])).toEqual(
      [
        ["marketing", null, 12, "week"],
        ["ads", "marketing", null, null],
      ],
    );

    await pressByKeyboard(page.getByRole("button", { name: "Archive Ads" }));
    const question = page.getByRole("alertdialog", { name: "Archive Ads?" });
    await pressByKeyboard(question.getByRole("button", { name: "Archive" }));
    await page.getByText("Archived (1)").waitFor();
  });

  it("shows the token of a new credential once, and revokes it", async () => {
    const page = await open("agents", "agents");
    await page.getByText("No active credentials").waitFor();
    await pressByKeyboard(page.getByRole("button", { name: "Issue a credential" }));
    const dialog = page.getByRole("dialog");
    await page.keyboard.press("Enter");
    await dialog.getByText("Enter an agent id").waitFor();
    await typeByKeyboard(dialog.getByLabel("Agent id"), "scout-1");
    await typeByKeyboard(dialog.getByLabel("Name"), "Scout");
    await page.keyboard.press("Enter");
    const token = await dialog.getByLabel("Token").inputValue();
    expect(token.length).toBeGreaterThan(20);
    await pressByKeyboard(dialog.getByRole("button", { name: "Done" }));

    const row = page.getByRole("article", { name: "Credential of Scout" });
    await row.getByText("Active").waitFor();
    await row.getByText("Never").waitFor();
    expect(await page.content()).not.toContain(token);
    const agent = clientWith(token, app.url, "agents");
    await agent.treasury.propose({ amountUsd: 4, vendor: "Moo", purpose: "cards" });
    await page.reload();
    await row.getByText("Active").waitFor();
    await row.getByText("Never").waitFor({ state: "detached" });

    await pressByKeyboard(row.getByRole("button", { name: "Revoke the credential of Scout" }));
    const question = page.getByRole("alertdialog");
    await pressByKeyboard(question.getByRole("button", { name: "Revoke" }));
    await page.getByText("The credential of Scout was revoked.").waitFor();
    await page.getByText("Expired and revoked (1)").waitFor();
    await expect(
      agent.treasury.propose({ amountUsd: 4, vendor: "Moo", purpose: "more cards" }),
    ).rejects.toMatchObject({ code: "unauthenticated" });
  });
});
