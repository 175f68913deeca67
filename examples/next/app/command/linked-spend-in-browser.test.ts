import { accessibilityProblems, type Page, testBrowser } from "browser-for-tests";
import { describe, expect, it } from "vitest";
import { partsOf, pressByKeyboard } from "./open-command.fixture.ts";
import { clientAs, openAs, operatorSettings } from "./operators.fixture.ts";
import { testApp } from "./test-app.fixture.ts";

const focusedName = (page: Page): Promise<string> =>
  page.evaluate(
    "document.getElementById(document.activeElement.getAttribute('aria-labelledby'))?.textContent ?? document.activeElement.textContent",
  );

describe("a link to a spend, in a browser", () => {
  const browser = testBrowser();
  const app = testApp(operatorSettings);

  const proposedIn = async (workspaceId: string) => {
    const client = clientAs("Ada", app.url, workspaceId);
    for (const vendor of ["Hetzner", "Namecheap", "Fly"]) {
      await client.treasury.propose({ amountUsd: 24, vendor, purpose: "hosting" });
    }
    const { proposals } = await client.treasury.state();
    const id = proposals.find(({ vendor }) => vendor === "Namecheap")?.id ?? "";
    return { client, id, link: `${app.url}/?workspace=${workspaceId}&proposal=${id}` };
  };

  it("leads to its card after sign-in, and to its outcome once it is decided", async () => {
    const { client, id, link } = await proposedIn("linked");
    for (const method of ["GET", "HEAD"]) expect((await fetch(link, { method })).status).toBe(200);
    const ada = await openAs(browser, "Ada", link);
    const { inbox } = partsOf(ada);
    await inbox.getByRole("article", { name: "Pay $24.00 to Namecheap" }).waitFor();
    await expect.poll(() => focusedName(ada)).toBe("Pay $24.00 to Namecheap");
    expect(ada.url()).toBe(`${app.url}/command?workspaceId=linked&proposal=${id}`);
    expect((await client.treasury.state()).pendingCount).toBe(3);

    await ada.getByText("All workspaces").click();
    await ada.getByText("Needs approval in all workspaces").waitFor();
    await ada.reload();
    await expect.poll(() => focusedName(ada)).toBe("Pay $24.00 to Namecheap");
    await pressByKeyboard(inbox.getByRole("button", { name: "Approve $24.00 to Namecheap" }));
    await ada.getByText("Approved and paid: $24.00 to Namecheap.").waitFor();
    await expect.poll(() => ada.getByRole("region", { name: "Already decided" }).count()).toBe(0);

    const bo = await openAs(browser, "Bo", link, { width: 390, height: 844 });
    const outcome = bo.getByRole("region", { name: "Already decided: Paid $24.00 to Namecheap" });
    await outcome.getByText("by Ada", { exact: true }).waitFor();
    await expect.poll(() => focusedName(bo)).toBe("Already decided: Paid $24.00 to Namecheap");
    expect(await accessibilityProblems(bo)).toEqual([]);
    await outcome.getByRole("button", { name: "Close the linked spend" }).click();
    await outcome.waitFor({ state: "detached" });
  });

  it("shows why a spend cannot be opened", async () => {
    const page = await openAs(browser, "Ada", `${app.url}/?workspace=none&proposal=unknown`);
    const problem = page.getByRole("alert").filter({ hasText: "The linked spend" });
    await problem.waitFor();
    await expect.poll(() => problem.textContent()).toContain("could not be loaded.");
  });
});
