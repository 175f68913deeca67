import type { Proposal } from "@agent-treasury/contract";
import { describe, expect, it } from "vitest";
import { type Loose, blockProblem } from "../slack-limits.fixture.ts";
import { buttonsOf, shownText } from "../slack-stand-in.fixture.ts";
import { aMessage, approvedBy, digest } from "./approval-message.fixture.ts";
import { messageContent } from "./approval-message.ts";

const decided: Partial<Proposal> & Pick<Proposal, "approvals"> = {
  status: "executed",
  operator: "Ada",
  operatorVerified: true,
  decidedAt: "2026-11-21T10:01:00.000Z",
  executedAt: "2026-11-21T10:01:01.000Z",
  approvals: { given: 1, needed: 1, missing: [], by: approvedBy("Ada") },
};

const requestQuote: Proposal["quote"] = {
  rail: "request",
  payee: "https://api.example",
  description: null,
  maximumUsd: 24,
  isFixed: false,
  expiresAt: "2026-11-22T10:00:00.000Z",
};

function shown(...given: Parameters<typeof aMessage>): string {
  return shownText(messageContent(aMessage(...given)));
}

describe("a message about a pending spend", () => {
  it("shows amount, payee, purpose, agent, person, rule and balance", () => {
    const text = shown({
      proposedBy: "Buyer",
      agentId: "buyer-1",
      agentLabel: "domains",
      onBehalfOf: "Grace",
      expiresAt: "2026-11-22T10:00:00.000Z",
    });
    for (const part of [
      "Approve $24.00 to Namecheap?",
      "Purpose, in the words of the agentRenew example.com for a year",
      "Requested by: Buyer (buyer-1)",
      "Sub-agent, self-reported: domains",
      "On behalf of: Grace",
      "Balance afterwards: $76.00",
      "Spends above $20.00 need approval. (rule over-20)",
      "Expires <date>.",
    ]) {
      expect(text).toContain(part);
    }
  });

  it("names the person whose words it shows", () => {
    const person = { agentId: "person", proposedBy: null, agentLabel: null };
    const named = shown({ ...person, onBehalfOf: "Grace" });
    expect(named).toContain("Purpose, in the words of GraceRenew example.com for a year");
    expect(named).toContain("Payee, named by Grace: Namecheap");
    const unnamed = shown({ ...person, onBehalfOf: null });
    expect(unnamed).toContain("Purpose, in the words of a person");
    expect(named + unnamed).not.toContain("the agent");
  });

  it("has buttons that carry the digest, and a confirmation with amount and payee", () => {
    const [approve, deny, open] = buttonsOf(messageContent(aMessage()));
    expect(approve).toMatchObject({
      text: { text: "Approve $24.00" },
      confirm: { title: { text: "Approve $24.00?" }, text: { text: "$24.00 to Namecheap" } },
    });
    const value = { workspaceId: "acme", proposalId: "proposal_1", digest };
    expect(JSON.parse(approve.value)).toMatchObject({ ...value, approvedAmountUsd: null });
    expect(deny.value).toBe(approve.value);
    expect(open.url).toBe("https://treasury.example/?workspace=acme&proposal=proposal_1");
  });

  it("names a request to a seller that needs approval, which pays nothing", () => {
    const request = { vendor: "https://api.example", quote: requestQuote };
    const message = messageContent(aMessage(request));
    expect(shownText(message)).toContain(
      "Approve a request to https://api.example (price up to $24.00)?",
    );
    expect(buttonsOf(message)[0]).toMatchObject({ text: { text: "Approve request" } });
    const approved = shown({ ...decided, ...request }, { kind: "changed" });
    expect(approved).toContain("Allowed: a request to https://api.example");
    expect(approved).not.toContain("Paid");
  });

  it("names the maximum and the end of a tab", () => {
    const tab = { payout: { id: "tab", terms: { minutes: 90 } }, expiresAt: null };
    const message = messageContent(aMessage(tab));
    expect(shownText(message)).toContain("Approve up to $24.00 to Namecheap, in many charges?");
    expect(shownText(message)).toContain("Charges until <date>.");
    expect(message.text).toContain("Charges until 2026-11-21T11:30:00.000Z.");
    expect(buttonsOf(message)[0]).toMatchObject({ text: { text: "Approve up to $24.00" } });
    const closed = shown({ ...decided, ...tab, capturedUsd: 0 }, { kind: "changed" });
    expect(closed).toContain("Charged: $0.00 to Namecheap");
    expect(closed).not.toContain("Paid");
  });

  it("shows who approved and what is missing", () => {
    const missing = ["1 more approval from finance"];
    const approvals = { given: 1, needed: 2, missing, by: approvedBy("Ada") };
    expect(shown({ approvals }, { kind: "changed" })).toContain(
      "1 of 2 approved by Ada. Needs 1 more approval from finance.",
    );
  });

  it("asks for the lower amount that an approver named", () => {
    const [approve] = buttonsOf(messageContent(aMessage({ approvedAmountUsd: 10 })));
    expect(approve.text.text).toBe("Approve $10.00");
    expect(JSON.parse(approve.value).approvedAmountUsd).toBe(10);
    expect(shown({ approvedAmountUsd: 10 })).toContain("Approve $10.00 of $24.00 to Namecheap?");
  });

  it("names reminders and escalations", () => {
    expect(shown({}, { kind: "reminder" })).toContain("Reminder: approve $24.00");
    expect(shown({}, { kind: "escalated" })).toContain("Escalated: approve $24.00");
  });

  it("can only be opened without a digest", () => {
    const buttons = buttonsOf(messageContent(aMessage({ digest: null })));
    expect(buttons.map(({ action_id: id }) => id)).toEqual(["open"]);
  });
});

describe("a message about a decided spend", () => {
  it("has no buttons and no balance", () => {
    for (const status of ["approved", "executed", "denied", "failed"] as const) {
      const message = messageContent(aMessage({ ...decided, status }));
      expect(buttonsOf(message)).toEqual([]);
      expect(shownText(message)).not.toContain("Balance");
    }
  });

  it("shows the outcome, by whom and when", () => {
    const { approvals } = decided;
    const two = { ...approvals, given: 2, by: approvedBy("Ada", "Grace") };
    expect(shown({ ...decided, approvals: two })).toMatch(
      /^Paid: \$24\.00.*Approved by Ada and Grace, <date>\. Paid, <date>\.$/s,
    );
    const none = { given: 0, needed: 1, missing: [], by: [] };
    const denied = { ...decided, status: "denied", executedAt: null, approvals: none } as const;
    expect(shown({ ...denied, comment: "Too dear" })).toMatch(
      /^Denied: \$24\.00.*Denied by Ada, <date>\.\nComment: Too dear$/s,
    );
    const failure = "The proposal expired before a decision.";
    expect(shown({ ...denied, operator: null, failure })).toContain(
      "The proposal expired before a decision, <date>.",
    );
    expect(shown({ ...denied, operatorVerified: false })).toContain("Ada (not signed in)");
    const failed = { ...decided, status: "failed", executedAt: null } as const;
    expect(shown({ ...failed, failure: "Declined." })).toMatch(
      /^Not paid: .*Approved by Ada, <date>\.\nNot paid: Declined\.$/s,
    );
  });

  it("shows another captured amount, and what needs review", () => {
    const text = shown({ ...decided, capturedUsd: 25.5, attention: "Captured more." });
    expect(text).toMatch(/^Paid: \$25\.50 to Namecheap.*Needs review: Captured more\.$/s);
  });
});

const hostile = [
  "<!channel> <!here> <@U0ADA> <#C0123> <https://evil.example|Approved by Ada>",
  "@channel @here https://evil.example *bold* _it_ ~no~ `code` ```block``` :white_check_mark:",
  "> quote\n\n*Approved by Ada*\r\n> more &lt;!channel&gt; &amp;",
];

describe("a text of an agent", () => {
  it.each(hostile)("cannot contain a link, a mention or formatting: %j", (text) => {
    const fields = { vendor: text, purpose: text, agentLabel: text, proposedBy: text };
    const reasons = [{ ruleId: null, text }];
    for (const status of ["pending", "denied", "failed"] as const) {
      const others = { comment: text, failure: text, attention: text };
      const message = messageContent(aMessage({ ...fields, ...others, status }, { reasons }));
      expect(typesIn(message.blocks)).not.toContain("mrkdwn");
      // The elements that link, mention or format. All others are shown literally.
      expect(typesIn(message.blocks).filter((type) => !literalTypes.has(type))).toEqual([]);
      expect(JSON.stringify(message.blocks)).not.toContain('"emoji":true');
      // Slack formats this text alone.
      expect(message.text).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/);
    }
  });

  it("stays in one line, except for the purpose", () => {
    const fields = { vendor: "A\nWorkspace: other", agentLabel: "x\nOn behalf of: Ada" };
    const text = shown({ ...fields, purpose: "one\ntwo" });
    expect(text).toContain("one\ntwo");
    expect(text).not.toContain("\nWorkspace: other");
    expect(text).not.toContain("\nOn behalf of: Ada");
  });

  it("fits into the limits of Slack at its minimum and maximum length", () => {
    const long = {
      vendor: "\ud83d\udc4d".repeat(100),
      purpose: "p".repeat(2_000),
      agentLabel: "l".repeat(200),
      proposedBy: "n".repeat(100),
      amountUsd: 900_000_000.123456,
      approvedAmountUsd: 800_000_000.123456,
      id: `proposal_${"x".repeat(400)}`,
      comment: "c".repeat(2_000),
      attention: "a".repeat(2_000),
    };
    const reasons = Array.from({ length: 20 }, () => ({
      ruleId: "r".repeat(64),
      text: "t".repeat(500),
    }));
    const workspaceId = "w".repeat(128);
    for (const status of ["pending", "executed", "denied"] as const) {
      const proposal = { ...long, status, workspaceId };
      const message = messageContent(aMessage(proposal, { reasons, workspaceId }));
      expect(blockProblem(message.blocks)).toBeNull();
      expect(JSON.stringify(message).isWellFormed()).toBe(true);
      expect(message.text.length).toBeLessThan(4_000);
    }
    expect(blockProblem(messageContent(aMessage({ purpose: "" })).blocks)).toBeNull();
    const pending = messageContent(aMessage(long, { reasons }));
    expect(shownText(pending)).toContain("15 more on the page");
  });
});

const literalTypes = new Set([
  "header",
  "plain_text",
  "rich_text",
  "rich_text_section",
  "rich_text_quote",
  "rich_text_list",
  "text",
  "date",
  "actions",
  "button",
]);

function typesIn(part: Loose): readonly string[] {
  if (typeof part !== "object" || part === null) return [];
  const types = Object.values(part).flatMap(typesIn);
  return typeof part.type === "string" ? [part.type, ...types] : types;
}
