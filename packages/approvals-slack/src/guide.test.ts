// Follows the README as a new user: creates the app by its manifest, runs its code, and decides in Slack.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Treasury } from "@agent-treasury/treasury-core";
import { http } from "msw";
import { setupServer } from "msw/node";
import { afterAll, expect, it, onTestFinished, vi } from "vitest";
import { type SignedDelivery, signingSecret } from "./slack-deliveries.fixture.ts";
import { botToken } from "./slack-methods.fixture.ts";
import { type SlackStandIn, buttonsOf, openSlack, shownText } from "./slack-stand-in.fixture.ts";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const folder = fileURLToPath(new URL("../code-of-guide/", import.meta.url));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The only block of a language. Blocks of lists are indented. */
function blockOf(language: string, part: string): string {
  const blocks = [...readme.matchAll(/```(\w+)\n([\s\S]+?)```/g)];
  const found = blocks.filter(([, name, text]) => name === language && text?.includes(part));
  expect(found).toHaveLength(1);
  return found[0]?.[2] ?? "";
}

/** Lines that concern Slack, without the secrets and the table of people. */
function linesToAdd(code: string): readonly string[] {
  const withoutTable = code.replace(/const people = \{[\s\S]*?\};\n/, "");
  const lines = withoutTable.split("\n").filter((line) => /slack|channel/i.test(line));
  return lines.filter((line) => !/process\.env\["SLACK_\w+"\]/.test(line));
}

/** Relays requests for Slack to the stand-in. */
async function openSlackOnTheWeb(): Promise<SlackStandIn> {
  const slack = await openSlack({ hooksOrigin: "https://hooks.slack.com" });
  const { origin } = new URL(slack.apiUrl);
  const relay = async ({ request }: { readonly request: Request }): Promise<Response> => {
    const { pathname } = new URL(request.url);
    const { method, headers } = request;
    return fetch(`${origin}${pathname}`, { method, headers, body: await request.text() });
  };
  const server = setupServer(
    http.all("https://slack.com/*", relay),
    http.all("https://hooks.slack.com/*", relay),
  );
  server.listen({ onUnhandledFrame: "bypass" });
  onTestFinished(() => server.close());
  return slack;
}

async function runCode(code: string, token: string): Promise<Treasury> {
  const digest = createHash("sha256").update(token).digest("hex");
  vi.stubEnv("SLACK_BOT_TOKEN", botToken);
  vi.stubEnv("SLACK_SIGNING_SECRET", signingSecret);
  vi.stubEnv("OPERATORS", `ada:${digest}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}treasury.ts`, code);
  const { treasury } = (await import(`${folder}treasury.ts`)) as { readonly treasury: Treasury };
  vi.unstubAllEnvs();
  onTestFinished(() => treasury.close());
  return treasury;
}

it("leads from the manifest to an approval", async () => {
  const manifest = JSON.parse(blockOf("json", "request_url"));
  const { is_enabled: isEnabled, request_url: requestUrl } = manifest.settings.interactivity;
  expect([isEnabled, manifest.oauth_config.scopes.bot]).toEqual([true, ["chat:write"]]);

  const slack = await openSlackOnTheWeb();
  const code = blockOf("ts", "createTreasury");
  expect(linesToAdd(code)).toHaveLength(2);
  const treasury = await runCode(code, "adas-token");

  const command = blockOf("sh", "curl");
  const [, address = "", json = ""] = /curl (\S+)[\s\S]*-d '(.*)'/.exec(command) ?? [];
  const headers = { authorization: "Bearer adas-token", "content-type": "application/json" };
  const proposed = new Request(address, { method: "POST", headers, body: json });
  expect((await treasury.handler(proposed)).status).toBe(200);
  await expect.poll(() => slack.messages.length).toBe(1);
  const message = slack.messages[0]!;
  expect(message.channel).toBe("C0123456789");
  expect(buttonsOf(message)[0].text.text).toBe("Approve $24.00");
  expect(readme).toContain("_Approve $24.00_");

  const deliver = async ({ body, headers: signed }: SignedDelivery): Promise<number> => {
    const request = new Request(requestUrl, { method: "POST", headers: signed, body });
    return (await treasury.handler(request)).status;
  };
  expect(await deliver(slack.press("U0EVE", "approve"))).toBe(200);
  expect(slack.replies).toEqual([expect.stringContaining("not in the table of people")]);
  expect(await deliver(slack.press("U0123456789", "approve", { secret: "guessed" }))).toBe(401);
  expect((await treasury.state()).pendingCount).toBe(1);

  expect(await deliver(slack.press("U0123456789", "approve"))).toBe(200);
  expect(shownText(message)).toMatch(/^Paid: \$24\.00 to Namecheap.*Approved by Ada/s);
  const { balanceUsd, proposals } = await treasury.state();
  expect([balanceUsd, proposals[0]?.approvals.by[0]?.channel]).toEqual([76, "slack"]);
});
