import { createTreasuryClient } from "@agent-treasury/sdk-client";
import { accessibilityProblems, testBrowser } from "browser-for-tests";
import { beforeAll, describe, expect, it } from "vitest";
import { type BuiltPages, buildPages } from "../built-pages.fixture.ts";
import { baseUrl, openComponent } from "../opened-component.fixture.ts";
import { servedTo, treasuryOfTwo } from "../two-approvers.fixture.ts";

let pages: BuiltPages;
beforeAll(async () => {
  pages = await buildPages();
});

describe("a credential that needs two persons", () => {
  const browser = testBrowser();

  it("shows its token until it is closed, is listed under Agents, and is valid once approved", async () => {
    const treasury = await treasuryOfTwo();
    const ada = await browser.newPage({ viewport: { width: 390, height: 844 } });
    await openComponent(ada, pages, "AgentList@Ada", servedTo(treasury, "Ada"));
    await ada.getByRole("button", { name: "Issue a credential" }).click();
    await ada.getByLabel("Agent id").fill("buyer");
    await ada.getByRole("button", { name: "Issue credential" }).click();
    const dialog = ada.getByRole("dialog", { name: "Token of buyer" });
    const token = await dialog.getByLabel("Token", { exact: true }).inputValue();
    await ada.keyboard.press("Escape");
    await ada.mouse.click(5, 5);
    await expect.poll(() => dialog.getByLabel("Token", { exact: true }).inputValue()).toBe(token);
    expect(await accessibilityProblems(ada)).toEqual([]);
    await dialog.getByRole("button", { name: "Done" }).click();
    await dialog.waitFor({ state: "detached" });
    const waiting = ada.getByRole("article", { name: "Issue a credential to buyer" });
    await waiting.getByText("1 of 2 approved").waitFor();
    expect(await accessibilityProblems(ada)).toEqual([]);

    const agent = createTreasuryClient({
      baseUrl,
      workspaceId: "demo",
      fetch: (input, init) => treasury.handler(new Request(input, init)),
      headers: { authorization: `Bearer ${token}` },
    });
    const spend = { amountUsd: 3, vendor: "Fly", purpose: "a server" };
    await expect(agent.treasury.propose(spend)).rejects.toMatchObject({ status: 401 });
    const bo = await browser.newPage();
    await openComponent(bo, pages, "AgentList@Bo", servedTo(treasury, "Bo"));
    await bo.getByRole("button", { name: "Approve: Issue a credential to buyer" }).click();
    await bo.getByRole("article", { name: "Credential of buyer" }).waitFor();
    expect((await agent.treasury.propose(spend)).proposal.agentId).toBe("buyer");
  });
});
