import { describe, expect, it } from "vitest";
import { aMessage, digest } from "./message/approval-message.fixture.ts";
import { signingSecret } from "./slack-deliveries.fixture.ts";
import { botToken } from "./slack-methods.fixture.ts";
import { buttonsOf, shownText } from "./slack-stand-in.fixture.ts";
import { aCall, openChannel } from "./slack.fixture.ts";

async function openSent(...options: Parameters<typeof openChannel>) {
  const channel = await openChannel(...options);
  await channel.parts.send(aMessage(), aCall());
  return channel;
}

const approved = {
  kind: "decided",
  text: "Approved: $24.00 to Namecheap.",
  message: aMessage({ status: "executed", operator: "Ada" }, { kind: "changed" }),
} as const;

const decision = {
  workspaceId: "acme",
  proposalId: "proposal_1",
  digest,
  sender: "U0ADA",
  deliveryId: expect.stringMatching(/^v0=[0-9a-f]{64}$/) as string,
  evidence: {
    userId: "U0ADA",
    teamId: "T0OWN",
    channelId: "C0MONEY",
    messageTs: "1700000000.000001",
    signedAt: expect.stringMatching(/^20.*Z$/) as string,
  },
};

describe("the button Approve", () => {
  it("passes the decision on, and shows the outcome at once", async () => {
    const channel = await openSent();
    channel.outcome = approved;
    expect(await channel.receive(channel.press("U0ADA", "approve"))).toBe("");
    expect(channel.decisions).toEqual([{ ...decision, decision: "approve" }]);
    expect(buttonsOf(channel.messages[0]!)).toEqual([]);
    expect(shownText(channel.messages[0]!)).toContain("Paid: $24.00");
    expect(channel.replies).toEqual([]);
  });

  it("approves the amount that it shows", async () => {
    const channel = await openChannel();
    await channel.parts.send(aMessage({ approvedAmountUsd: 10 }), aCall());
    await channel.receive(channel.press("U0ADA", "approve"));
    expect(channel.decisions).toMatchObject([{ approvedAmountUsd: 10 }]);
  });

  it("answers the sender alone if the decision is rejected", async () => {
    const channel = await openSent();
    channel.outcome = { kind: "rejected", text: "Ada <may not> decide & pay.", message: null };
    await channel.receive(channel.press("U0ADA", "approve"));
    expect(channel.replies).toEqual(["Ada &lt;may not&gt; decide &amp; pay."]);
    expect(channel.messages).toMatchObject([{ updates: 0 }]);
  });

  it("corrects an outdated message if the decision is rejected", async () => {
    const channel = await openSent();
    channel.outcome = { ...approved, kind: "rejected", text: "It is already decided." };
    await channel.receive(channel.press("U0ADA", "approve"));
    expect(channel.replies).toEqual(["It is already decided."]);
    expect(buttonsOf(channel.messages[0]!)).toEqual([]);
  });

  it("answers the sender if the message cannot be changed", async () => {
    const channel = await openSent();
    channel.outcome = approved;
    channel.failures.set("chat.update", [{ status: 500 }]);
    await channel.receive(channel.press("U0ADA", "approve"));
    expect(channel.replies).toEqual([approved.text]);
  });

  it("asks Slack for its workspace once, and again after a failure", async () => {
    const channel = await openSent();
    channel.failures.set("auth.test", [{ status: 500 }]);
    for (let time = 0; time < 3; time += 1) {
      await channel.receive(channel.press("U0ADA", "approve"));
    }
    expect(channel.replies[0]).toContain("Nothing was decided. Try again.");
    expect(channel.decisions).toHaveLength(2);
    expect(channel.calls.filter((method) => method === "auth.test")).toHaveLength(2);
  });
});

describe("the button Deny", () => {
  it("opens a dialog, and passes the reason on", async () => {
    const channel = await openSent();
    channel.outcome = { ...approved, message: aMessage({ status: "denied" }) };
    await channel.receive(channel.press("U0ADA", "deny"));
    expect(channel.decisions).toEqual([]);
    expect(JSON.stringify(channel.dialogs)).toContain("$24.00 to Namecheap");
    await channel.receive(channel.submit("U0ADA", " Too dear "));
    expect(channel.decisions).toEqual([{ ...decision, decision: "deny", comment: "Too dear" }]);
    expect(shownText(channel.messages[0]!)).toContain("Denied: $24.00");
  });

  it.each([null, "", "  "])("needs no reason: %j", async (reason) => {
    const channel = await openSent();
    await channel.receive(channel.press("U0ADA", "deny"));
    await channel.receive(channel.submit("U0ADA", reason));
    expect(channel.decisions).toEqual([{ ...decision, decision: "deny" }]);
  });

  it("answers the sender if the dialog does not open", async () => {
    const channel = await openSent();
    channel.failures.set("views.open", [{ body: { ok: false, error: "expired_trigger_id" } }]);
    await channel.receive(channel.press("U0ADA", "deny"));
    expect(channel.replies).toEqual(["Slack did not open the dialog. Press Deny again."]);
  });
});

describe("a delivery", () => {
  it("is refused if it is forged or older than 5 minutes", async () => {
    const channel = await openSent();
    const old = Date.now() - 301_000;
    const { body } = channel.press("U0ADA", "approve");
    for (const delivery of [
      channel.press("U0ADA", "approve", { secret: "another secret" }),
      channel.press("U0ADA", "approve", { secret: botToken }),
      channel.press("U0ADA", "approve", { atMs: old }),
      channel.press("U0ADA", "approve", { atMs: Date.now() + 301_000 }),
      { ...channel.press("U0ADA", "approve"), body: body.replace("U0ADA", "U0BOB") },
      { body, headers: {} },
    ]) {
      await expect(channel.receive(delivery)).rejects.toMatchObject({ code: "unauthenticated" });
    }
    expect(channel.decisions).toEqual([]);
  });

  it("by a user of another Slack workspace has another sender", async () => {
    const channel = await openSent();
    await channel.receive(channel.press("U0ADA", "approve", { team: "T0OTHER" }));
    expect(channel.decisions).toMatchObject([{ sender: "T0OTHER-U0ADA" }]);
  });

  it.each([
    ["the button Open", "open", () => {}],
    [
      "another action",
      "approve",
      (payload: { actions: { action_id: string }[] }) => {
        payload.actions[0]!.action_id = "other";
      },
    ],
    [
      "another kind",
      "approve",
      (payload: { type: string }) => {
        payload.type = "message_action";
      },
    ],
  ])("of %s decides nothing", async (_name, action, change) => {
    const channel = await openSent();
    expect(await channel.receive(channel.press("U0ADA", action, { change }))).toBe("");
    expect(await channel.receive(channel.sign("ssl_check=1"))).toBe("");
    expect(channel.decisions).toEqual([]);
  });

  it.each<[string, (payload: { actions: { value: string }[]; user: object }) => void]>([
    ["a value that is not ours", ({ actions }) => (actions[0]!.value = "{}")],
    ["a value that is not JSON", ({ actions }) => (actions[0]!.value = "approve")],
    ["two actions", ({ actions }) => actions.push(actions[0]!)],
    ["no user", (payload) => (payload.user = {})],
  ])("with %s is refused", async (_name, change) => {
    const channel = await openSent();
    const delivery = channel.press("U0ADA", "approve", { change });
    await expect(channel.receive(delivery)).rejects.toMatchObject({ code: "invalid_request" });
    expect(channel.decisions).toEqual([]);
  });

  it("sends its answer to Slack only", async () => {
    const channel = await openSent();
    const elsewhere = await openChannel();
    channel.outcome = { kind: "rejected", text: "No.", message: null };
    for (const url of [elsewhere.apiUrl, "http://hooks.slack.com/x", "file:///etc/passwd", "x"]) {
      const change = (payload: { response_url: string }) => void (payload.response_url = url);
      await channel.receive(channel.press("U0ADA", "approve", { change }));
    }
    expect(elsewhere.calls).toEqual([]);
    expect(channel.logged.join()).toContain("is not one of Slack");
  });

  it("is answered while the decision takes long, which then continues", async () => {
    const channel = await openSent();
    const { promise: decided, resolve: decideNow } = Promise.withResolvers<void>();
    const slow = channel.receive(channel.press("U0ADA", "approve"), async () => {
      await decided;
      return approved;
    });
    expect(await slow).toBe("");
    expect(buttonsOf(channel.messages[0]!)).not.toEqual([]);
    const closed = channel.parts.close?.();
    decideNow();
    await closed;
    expect(buttonsOf(channel.messages[0]!)).toEqual([]);
  });

  it("that fails is logged, without secrets", async () => {
    const channel = await openSent();
    channel.failures.set("chat.update", [{ isCut: true }]);
    channel.outcome = approved;
    await channel.receive(channel.press("U0ADA", "approve"));
    await channel.receive(channel.press("U0ADA", "approve"), () => {
      throw new TypeError("A defect.");
    });
    const logged = channel.logged.join();
    expect(logged).toContain("A call to Slack failed.");
    expect(logged).toContain("An action in Slack failed.");
    for (const secret of [botToken, signingSecret]) expect(logged).not.toContain(secret);
  });
});
