import { createHmac } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { scriptedModel } from "../../packages/sandbox/src/index.ts";
import {
  type Proposal,
  type Treasury,
  createTreasury,
} from "../../packages/treasury-core/src/index.ts";
import { memoryStorage } from "../../packages/treasury-core/src/memory.ts";
import { codeOf } from "./code-blocks.ts";

interface SlackOptions {
  readonly botToken: string;
  readonly signingSecret: string;
  readonly channel: string;
  readonly approvers: Readonly<Record<string, string>>;
  readonly fetch: (url: unknown, init?: RequestInit) => Promise<Response>;
}

/** The code of the guide. */
interface SlackApprovals {
  postToSlack(options: SlackOptions, proposal: Proposal): Promise<void>;
  slackApprovals(
    treasury: Treasury,
    options: SlackOptions,
  ): (request: Request) => Promise<Response>;
}

const root = fileURLToPath(new URL("../../", import.meta.url)).replace(/\/$/, "");
const code = codeOf(root, "docs/approvals.md").find(({ path }) =>
  path.endsWith("/slack-approvals.ts"),
);
if (code === undefined) throw new Error("The guide has no file slack-approvals.ts.");
const { path, text } = code;

beforeAll(() => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
});
afterAll(() => {
  rmSync(dirname(path), { recursive: true, force: true });
});

const approve = "approve";

it("decides for a listed approver whose request Slack signed, and rejects all others", async () => {
  const { postToSlack, slackApprovals } = (await import(path)) as SlackApprovals;
  const sent: string[] = [];
  const slack: SlackOptions = {
    botToken: "xoxb-test",
    signingSecret: "a-signing-secret",
    channel: "#spending",
    approvers: { U1: "Ada" },
    fetch: (_url, init) => {
      sent.push(typeof init?.body === "string" ? init.body : "");
      return Promise.resolve(Response.json({ ok: true }));
    },
  };
  const treasury = createTreasury({
    baseUrl: "http://localhost:3000",
    storage: memoryStorage(),
    model: scriptedModel(),
    budget: { startingCapitalUsd: 100 },
  });
  const { state } = await treasury.runTurn({ message: "Buy a domain from Namecheap for $24" });
  const [proposal] = state.proposals;
  if (proposal === undefined) throw new Error("The agent proposed nothing.");
  await postToSlack(slack, proposal);
  const posted = sent.pop() ?? "";
  expect(posted).toContain("Pay 24 USD to Namecheap?");
  const buttons = JSON.parse(posted) as {
    readonly blocks: readonly {
      readonly elements?: readonly { readonly action_id: string; readonly value: string }[];
    }[];
  };
  const [action] = buttons.blocks.flatMap(({ elements = [] }) =>
    elements.filter(({ action_id: decision }) => decision === approve),
  );

  const handler = slackApprovals(treasury, slack);
  const press = async (user: string, secret: string, sentAt = Date.now() / 1_000) => {
    const payload = {
      user: { id: user },
      actions: [action],
      response_url: "https://hooks.slack.example/1",
    };
    const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
    const time = String(Math.trunc(sentAt));
    const sum = createHmac("sha256", secret).update(`v0:${time}:${body}`).digest("hex");
    const request = new Request("https://your.app/slack/approvals", {
      method: "POST",
      headers: { "x-slack-request-timestamp": time, "x-slack-signature": `v0=${sum}` },
      body,
    });
    return (await handler(request)).status;
  };
  const statusNow = async () => (await treasury.state()).proposals[0]?.status;

  expect(await press("U1", "another secret")).toBe(401);
  expect(await press("U1", slack.signingSecret, Date.now() / 1_000 - 600)).toBe(401);
  expect(await press("U2", slack.signingSecret)).toBe(200);
  await expect.poll(() => sent.pop()).toContain("You do not have permission");
  expect(await statusNow()).toBe("pending");

  expect(await press("U1", slack.signingSecret)).toBe(200);
  await expect.poll(() => sent.pop()).toContain("Ada: approve. Status: executed.");
  expect(await statusNow()).toBe("executed");
});
