import { createHash } from "node:crypto";
import { createTreasuryClient, type TreasuryClient } from "@agent-treasury/sdk-client";
import type { Page, TestBrowser } from "browser-for-tests";

type Operator = "Ada" | "Bo";

const tokens: Readonly<Record<Operator, string>> = {
  Ada: "a-token-of-thirty-two-characters",
  Bo: "b-token-of-thirty-two-characters",
};

const digestOf = (token: string): string => createHash("sha256").update(token).digest("hex");

/** Two people who sign in, both in the group finance. */
export const operatorSettings: Readonly<Record<string, string>> = {
  TREASURY_OPERATORS: Object.entries(tokens)
    .map(([name, token]) => `${name}:${digestOf(token)}`)
    .join(),
  TREASURY_OPERATOR_GROUPS: "Ada=finance,Bo=finance",
};

/** Opens a screen in a browser session of its own, signed in. */
export async function openAs(
  browser: TestBrowser,
  operator: Operator,
  address: string,
  viewport: { readonly width: number; readonly height: number } = { width: 1280, height: 800 },
): Promise<Page> {
  const page = await browser.newPage({ viewport });
  await page.goto(address);
  await page.getByLabel("Access token").fill(tokens[operator]);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: `Approver: ${operator}` }).waitFor();
  return page;
}

export function clientAs(operator: Operator, url: string, workspaceId: string): TreasuryClient {
  return clientWith(tokens[operator], url, workspaceId);
}

export function clientWith(token: string, url: string, workspaceId: string): TreasuryClient {
  const headers = { authorization: `Bearer ${token}` };
  return createTreasuryClient({ baseUrl: url, workspaceId, headers });
}
