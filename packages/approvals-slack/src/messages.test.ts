import { TreasuryError } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { checkSlack } from "./client/check-slack.ts";
import { aMessage } from "./message/approval-message.fixture.ts";
import { botToken } from "./slack-methods.fixture.ts";
import { buttonsOf, shownText } from "./slack-stand-in.fixture.ts";
import { aCall, openChannel } from "./slack.fixture.ts";
import { type SlackOptions, slack } from "./slack.ts";

const first = { channelId: "C0MONEY", messageTs: "1700000000.000001" };

describe("a message in Slack", () => {
  it("is posted to the channel of the workspace", async () => {
    const { parts, messages, calls } = await openChannel();
    expect(await parts.targets?.("acme")).toEqual(["C0MONEY"]);
    expect(await parts.send(aMessage(), aCall())).toEqual(first);
    expect(calls).toEqual(["chat.postMessage"]);
    expect(messages).toMatchObject([{ channel: "C0MONEY", thread: null }]);
    expect(messages[0]?.text).toBe("Approve $24.00 to Namecheap? Needs 1 more approval.");
  });

  it("is a reply for a reminder and an escalation, shown in the channel too", async () => {
    const { parts, messages } = await openChannel();
    await parts.send(aMessage(), aCall());
    await parts.send(aMessage({}, { kind: "reminder" }), aCall({ first }));
    await parts.send(aMessage({}, { kind: "escalated" }), aCall({ first }));
    expect(messages.map(({ thread }) => thread)).toEqual([null, first.messageTs, first.messageTs]);
    expect(messages.map(({ isBroadcast }) => isBroadcast)).toEqual([false, true, true]);
  });

  it("shows the present state after an update", async () => {
    const { parts, messages } = await openChannel();
    await parts.send(aMessage(), aCall());
    await parts.update?.(first, aMessage({ status: "denied" }, { kind: "changed" }), aCall());
    const [message] = messages;
    expect(buttonsOf(message!)).toEqual([]);
    expect(shownText(message!)).toContain("Denied: $24.00 to Namecheap");
  });

  it("that was deleted needs no update", async () => {
    const { parts } = await openChannel();
    const changed = aMessage({ status: "denied" }, { kind: "changed" });
    await expect(parts.update?.(first, changed, aCall())).resolves.toBeUndefined();
  });

  it("is not overwritten by an older update that takes longer", async () => {
    const { parts, messages, failures } = await openChannel();
    await parts.send(aMessage(), aCall());
    const { promise: after, resolve: release } = Promise.withResolvers<void>();
    failures.set("chat.update", [{ after }]);
    const older = parts.update?.(first, aMessage({}, { kind: "changed" }), aCall());
    const newer = parts.update?.(first, aMessage({ status: "denied" }), aCall());
    // Without an order, the second update would be complete now.
    await new Promise((resolve) => setTimeout(resolve, 50));
    release();
    await Promise.all([older, newer]);
    expect(shownText(messages[0]!)).toContain("Denied: $24.00");
  });
});

describe("the Slack channel of a workspace", () => {
  it.each<[string, SlackOptions["channel"]]>([
    ["an object", { acme: "C0ACME" }],
    ["a function", (workspaceId) => (workspaceId === "acme" ? "C0ACME" : null)],
  ])("can be chosen by %s", async (_name, channel) => {
    const { parts } = await openChannel({ channel });
    expect(await parts.targets?.("acme")).toEqual(["C0ACME"]);
    expect(await parts.targets?.("other")).toEqual([]);
    expect(await parts.targets?.("constructor")).toEqual([]);
  });
});

describe("a failure of Slack", () => {
  it.each([
    [{ body: { ok: false, error: "not_in_channel" } }, "The app is not in the Slack channel"],
    [{ body: { ok: false, error: "invalid_auth" } }, "Slack rejected the bot token"],
    [{ body: { ok: false, error: "missing_scope" } }, "`chat:write`"],
    [{ body: { ok: false, error: "new_error" } }, "Slack refused the request (new_error)."],
    [{ status: 503 }, "Slack answered with HTTP 503."],
    [{ isCut: true }, "Slack could not be reached"],
    [{ body: "<html>" }, "The answer is not from Slack."],
    [{ body: {} }, "The answer is not from Slack."],
  ])("is reported without the token: %j", async (failure, text) => {
    const { parts, failures, calls } = await openChannel();
    failures.set("chat.postMessage", [failure]);
    const error = await parts.send(aMessage(), aCall()).catch((given: unknown) => given);
    expect(error).toBeInstanceOf(TreasuryError);
    expect(error).toMatchObject({ code: "outbound_failed" });
    expect((error as Error).message).toContain(text);
    expect(JSON.stringify([error, (error as Error).cause ?? null])).not.toContain(botToken);
    // The delivery is repeated by the treasury.
    expect(calls).toEqual(["chat.postMessage"]);
  });

  it("by a rate limit delays the next attempt", async () => {
    const { parts, failures } = await openChannel();
    failures.set("chat.postMessage", [{ status: 429, headers: { "retry-after": "7" } }]);
    await expect(parts.send(aMessage(), aCall())).rejects.toMatchObject({
      message: "Slack's rate limit was reached.",
      headers: { "retry-after": "7" },
    });
  });

  it("ends with the delivery's signal", async () => {
    const { parts, failures } = await openChannel();
    failures.set("chat.postMessage", [{ after: new Promise(() => {}) }]);
    const aborted = new AbortController();
    const sent = parts.send(aMessage(), aCall({ signal: aborted.signal }));
    aborted.abort();
    await expect(sent).rejects.toMatchObject({ code: "outbound_failed" });
  });
});

describe("the options", () => {
  const valid = { botToken, signingSecret: "s", channel: "C0MONEY", people: {} };

  it.each<[Partial<SlackOptions>, string]>([
    [{ botToken: " " }, "`botToken` is empty"],
    [{ botToken: "xoxb-\u2028grep" }, "characters that a header cannot carry"],
    [{ signingSecret: "" }, "`signingSecret` is empty"],
    [{ channel: "#money" }, '"#money" is not the id of a Slack channel'],
    [{ channel: { acme: "money" } }, '"money" is not the id of a Slack channel'],
    [{ people: { "@ada": { name: "Ada" } } }, 'the key "@ada", which is not a Slack user id'],
    [{ apiUrl: "http://slack.example" }, "`apiUrl` must be https://"],
    [{ apiUrl: "slack" }, "`apiUrl` must be https://"],
  ])("refuse %j", (wrong, problem) => {
    expect(() => slack({ ...valid, ...wrong })).toThrow(problem);
  });

  it("accept users of another Slack workspace", () => {
    const people = { "T0OTHER-U0ADA": { name: "Ada" }, W0ADA: { name: "Ada" } };
    expect(slack({ ...valid, people })).toMatchObject({ id: "slack", people });
  });

  it("are checked by a request", async () => {
    const { apiUrl } = await openChannel();
    expect(await checkSlack({ botToken, apiUrl })).toEqual({ teamId: "T0OWN" });
    await expect(checkSlack({ botToken: "xoxb-wrong", apiUrl })).rejects.toMatchObject({
      code: "outbound_failed",
      message: "Slack rejected the bot token. Check `botToken` (invalid_auth).",
    });
  });
});
