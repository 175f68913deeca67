import { createHash, createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Proposal, ProposalAnswer } from "@agent-treasury/contract";
import { expect, it, onTestFinished } from "vitest";
import { given } from "../settings/given.ts";
import { openChannels } from "./open-channels.ts";
import { openDeployment } from "./open-deployment.ts";

const signingSecret = "5".repeat(32);
const service = "http://localhost:3000/api/service";
const tokens = { ada: "a-token", bo: "b-token" };

/** The methods that were called, with their arguments. */
async function slackStandIn() {
  const calls: { readonly method: string; readonly given: URLSearchParams }[] = [];
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      calls.push({ method: request.url ?? "", given: new URLSearchParams(await text(request)) });
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ ok: true, channel: "C01", ts: "1.1", team_id: "T01" }));
    };
    void answer();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { calls, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api` };
}

function environment(slackUrl: string) {
  const operators = Object.entries(tokens).map(
    ([name, token]) => `${name}:${createHash("sha256").update(token).digest("hex")}`,
  );
  return {
    TREASURY_DATABASE_URL: "memory:",
    TREASURY_STARTING_CAPITAL_USD: "100",
    TREASURY_OPERATORS: operators.join(),
    TREASURY_OPERATOR_GROUPS: "ada=finance,bo=finance",
    SLACK_BOT_TOKEN: "xoxb-1",
    SLACK_SIGNING_SECRET: signingSecret,
    SLACK_CHANNEL: "C01",
    SLACK_PEOPLE: "U01=ada",
    SLACK_API_URL: slackUrl,
    APPROVAL_PAGE_URL: "https://app.example.com/money",
  };
}

/** A press on the first button of a message, as Slack sends it. */
function press(blocks: string, responseUrl: string): Request {
  const buttons = (JSON.parse(blocks) as { elements?: { type: string }[] }[])
    .flatMap(({ elements = [] }) => elements)
    .filter(({ type }) => type === "button");
  const payload = {
    type: "block_actions",
    user: { id: "U01", team_id: "T01" },
    team: { id: "T01" },
    container: { type: "message", message_ts: "1.1", channel_id: "C01" },
    trigger_id: "1",
    response_url: responseUrl,
    actions: [{ ...buttons[0], block_id: "b", action_ts: "1.2" }],
  };
  const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
  const time = String(Math.floor(Date.now() / 1_000));
  const digest = createHmac("sha256", signingSecret).update(`v0:${time}:${body}`).digest("hex");
  return new Request(`${service}/channels/slack`, {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "x-slack-request-timestamp": time,
      "x-slack-signature": `v0=${digest}`,
    },
    body,
  });
}

it("lets operators decide in Slack, each counted once as the person who signs in", async () => {
  const { calls, url } = await slackStandIn();
  const large = {
    id: "large",
    then: { requireApprovals: { count: 2, from: ["finance"] } },
  } as const;
  const { treasury } = await openDeployment({
    env: environment(url),
    rules: { version: 1, rules: [large] },
  });
  onTestFinished(() => treasury.close());
  const call = async (person: keyof typeof tokens, path: string, body?: object) => {
    const response = await treasury.handler(
      new Request(`${service}/treasury/${path}`, {
        method: body === undefined ? "GET" : "POST",
        headers: {
          authorization: `Bearer ${tokens[person]}`,
          "content-type": "application/json",
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
    return (await response.json()) as ProposalAnswer;
  };
  const asked = { workspaceId: "acme", amountUsd: 24, vendor: "Namecheap", purpose: "a domain" };
  const { proposal } = await call("bo", "proposals", asked);
  const now = async (): Promise<Proposal> =>
    (await call("bo", `proposals/${proposal.id}?workspaceId=acme`)).proposal;

  await expect.poll(() => calls.map(({ method }) => method)).toContain("/api/chat.postMessage");
  const [message] = calls.filter(({ method }) => method === "/api/chat.postMessage");
  expect(message?.given.get("blocks")).toContain("https://app.example.com/money?workspace=acme");
  const answer = await treasury.handler(press(message?.given.get("blocks") ?? "", `${url}/reply`));
  expect(answer.status).toBe(200);
  await expect
    .poll(async () => (await now()).approvals.by)
    .toMatchObject([{ name: "ada", channel: "slack" }]);

  const decision = { workspaceId: "acme", proposalId: proposal.id, decision: "approve" };
  await call("ada", "decide", decision);
  expect((await now()).approvals).toMatchObject({ given: 1, needed: 2 });
  await call("bo", "decide", decision);
  expect((await now()).status).toBe("executed");
});

it("identifies operators in Slack as the sign-in by their names does", async () => {
  // With an ideographic space, which the id of a name does not have.
  const name = "\u5c71\u7530\u3000\u592a\u90ce";
  const slack = {
    botToken: "xoxb-1",
    signingSecret,
    channel: "C01",
    people: new Map([["U01", name]]),
    apiUrl: null,
  };
  const settings = { slack, mail: null, operatorGroups: null, fallbackChannels: [] };
  const peopleOf = async (authenticate?: () => null) =>
    (await openChannels(settings, given({ authenticate }))).channels?.map(({ people }) => people);
  const id = name.replace("\u3000", " ");
  expect(await peopleOf()).toEqual([{ U01: { id, name } }]);
  // They are ids of the app's own sign-in.
  expect(await peopleOf(() => null)).toEqual([{ U01: { id: name, name } }]);
});

it("adds the channels to those of the app", async () => {
  const own = { id: "own", people: {}, register: () => ({ send: async () => null }) };
  const mail = { smtpUrl: "smtp://localhost", from: "a@b.example", to: ["c@d.example"] };
  const settings = { slack: null, mail, operatorGroups: null };
  const both = { ...settings, fallbackChannels: [] };
  const { channels = [] } = await openChannels(both, { channels: [own] });
  expect(channels.map(({ id, firstMessage }) => [id, firstMessage])).toEqual([
    ["own", undefined],
    ["email", undefined],
  ]);
  const fallback = await openChannels({ ...settings, fallbackChannels: ["email"] });
  expect(fallback.channels).toMatchObject([{ id: "email", firstMessage: "reminder" }]);
});

it("rejects a fallback to a channel that is neither set nor passed by the app", async () => {
  const nothing = { slack: null, mail: null, operatorGroups: null };
  const settings = { ...nothing, fallbackChannels: ["slack", "email"] as const };
  await expect(openChannels(settings)).rejects.toMatchObject({
    problems: [{ variable: "SLACK_BOT_TOKEN" }, { variable: "APPROVAL_MAIL_TO" }],
  });
  const ofApp = { ...nothing, fallbackChannels: ["discord"] };
  await expect(openChannels(ofApp)).rejects.toMatchObject({
    problems: [
      { variable: "APPROVAL_FALLBACK", problem: expect.stringContaining("contains discord") },
    ],
  });
  const channels = ["slack", "email"].map((id) => ({
    id,
    people: {},
    register: () => ({ send: async () => null }),
  }));
  const opened = await openChannels(settings, { channels });
  expect(opened.channels).toMatchObject([
    { id: "slack", firstMessage: "reminder" },
    { id: "email", firstMessage: "reminder" },
  ]);
  const env = {
    ...environment("http://127.0.0.1:9"),
    APPROVAL_FALLBACK: "email",
    TREASURY_REMIND_AFTER_HOURS: "1",
  };
  await expect(openDeployment({ env })).rejects.toThrow("APPROVAL_MAIL_TO is not set");
});
