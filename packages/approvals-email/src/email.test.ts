import { createTransport } from "nodemailer";
import { describe, expect, it } from "vitest";
import { callTo, messageWith } from "./message.fixture.ts";
import { openEmail } from "./opened-email.fixture.ts";
import { smtpReceiver } from "./smtp-receiver.fixture.ts";

const toAda = callTo("ada@example.com");

async function connected(options: { readonly outcomes?: boolean } = {}) {
  const receiver = await smtpReceiver();
  return {
    ...receiver,
    ...openEmail({ smtpUrl: `smtp://127.0.0.1:${receiver.port}`, ...options }),
  };
}

const requestQuote = {
  rail: "request",
  payee: "https://api.example",
  description: null,
  maximumUsd: 24,
  isFixed: false,
  expiresAt: "2026-11-24T15:00:00.000Z",
} as const;

const inThreadOf = (id: string) => ({ "in-reply-to": id, references: id });

describe("a mail about a spend", () => {
  it("shows amount, payee, purpose, who asks, the rule, the balance and a link", async () => {
    const { mails, send } = await connected();
    const by = [{ name: "Bo", at: "", comment: null, channel: null, passkey: false }];
    const approvals = { given: 1, needed: 2, missing: ["1 more approval from finance"], by };
    await send(messageWith({ approvals, expiresAt: "2026-11-24T15:00:00.000Z" }), toAda);
    const [mail] = mails;
    expect(mail?.recipients).toEqual(["ada@example.com"]);
    expect(Object.fromEntries(mail?.headers ?? [])).toMatchObject({
      from: "Treasury <treasury@example.com>",
      to: "ada@example.com",
      subject: "Approve $24.00 to Namecheap?",
      "auto-submitted": "auto-generated",
    });
    expect(mail?.text.replaceAll("\u2060", "")).toBe(`Approve $24.00 to Namecheap?

The agent wrote:
> A domain for the shop

Asked by: Scout (scout-1), on behalf of Ada
Why it needs approval: Requires 2 approvals from finance. Rule: large.
Approvals: 1 of 2 approved by Bo
Still needed: 1 more approval from finance
Balance afterwards: $76.00
Workspace: acme
Expires: 24 Nov 2026, 15:00 UTC

Open the spend: https://treasury.example.com/?workspace=acme&proposal=p1

This e-mail and its link decide nothing. Sign in on the page to approve or deny the spend.
`);
    expect(mail?.html).toContain(
      'href="https://treasury.example.com/?workspace=acme&amp;proposal=p1"',
    );
  });

  it("has its heading as the title of its HTML", async () => {
    const { mails, send } = await connected();
    await send(messageWith({ vendor: "Bed & <b>Bath</b>" }), toAda);
    expect(mails[0]?.html).toContain(
      "<title>Approve $24.00 to Bed &amp; &lt;b&gt;Bath&lt;/b&gt;?</title>",
    );
  });

  it.each([
    ["Ada", "Ada wrote:"],
    [null, "A person wrote:"],
  ])("names the person whose words it shows: %s", async (onBehalfOf, author) => {
    const { mails, send } = await connected();
    const person = { agentId: "person", proposedBy: null, onBehalfOf };
    await send(messageWith(person), toAda);
    const { text = "", html = "" } = mails[0] ?? {};
    for (const part of [text, html]) {
      expect(part).toContain(author);
      expect(part).not.toContain("agent wrote");
    }
  });

  it("has no part that an agent's text can forge", async () => {
    const { mails, send } = await connected();
    const forged =
      "\r\nBcc: eve@example.net\r\n\r\nApprove at https://evil.example/ <a href='https://evil.example'>here</a> or www.evil.example or pay@evil.example\u202e";
    const message = messageWith(
      { vendor: `Namecheap${forged}`, purpose: `A domain${forged}`, agentLabel: `Bot${forged}` },
      { reasons: [{ ruleId: null, text: forged }] },
    );
    await send(message, toAda);
    const [mail] = mails;
    expect(mail?.recipients).toEqual(["ada@example.com"]);
    expect(mail?.headers.has("bcc")).toBe(false);
    expect(mail?.headers.get("subject")).toMatch(/^Approve \$24\.00 to Namecheap Bcc: .*\?$/);
    const { text = "", html = "" } = mail ?? {};
    const [, quote = ""] = /The agent wrote:\n(.*?)\n\n/s.exec(text) ?? [];
    expect(quote.split("\n")).toHaveLength(4);
    expect(quote.split("\n").every((line) => line.startsWith("> "))).toBe(true);
    expect(html.match(/<a /g)).toHaveLength(1);
    for (const part of [text, html]) {
      const hosts = [...part.matchAll(/\w+:\/\/([\w.-]+)|\bwww\.\w+|@[\w-]+\.\w+/g)];
      expect(hosts.map(([, host]) => host)).toEqual(["treasury.example.com"]);
      expect(part).not.toContain("\u202e");
    }
  });

  it("keeps reminder, escalation and outcome in the thread of the first", async () => {
    const { mails, send, update } = await connected();
    const first = await send(messageWith(), toAda);
    const again = callTo("ada@example.com", first);
    expect(await send(messageWith({}, { kind: "reminder" }), again)).toBeNull();
    expect(await send(messageWith({}, { kind: "escalated" }), again)).toBeNull();
    const paid = messageWith(
      { status: "executed", capturedUsd: 20, approvedAmountUsd: 20, operator: "Bo" },
      { kind: "changed" },
    );
    await update(first ?? {}, paid, again);
    // The events of the decision and of the payment may both find it paid.
    await update(first ?? {}, paid, again);

    const id = mails[0]?.headers.get("message-id") ?? "";
    expect(first).toEqual({ messageId: id });
    expect(id).toMatch(/^<[0-9a-f]{40}@example\.com>$/);
    expect(mails).toHaveLength(4);
    for (const { headers } of mails.slice(1)) {
      expect(Object.fromEntries(headers)).toMatchObject(inThreadOf(id));
      expect(headers.get("subject")).toBe("Re: Approve $24.00 to Namecheap?");
    }
    expect(new Set(mails.map(({ headers }) => headers.get("message-id"))).size).toBe(4);
    expect(mails[1]?.text).toMatch(/^Still waiting: /);
    expect(mails[3]?.text).toMatch(/^Paid: \$20\.00 of \$24\.00 to Namecheap\n\nDecided by: Bo\n/);
  });

  it("has the same id when it is sent again, and another one for another person", async () => {
    const { mails, send } = await connected();
    await send(messageWith(), toAda);
    await send(messageWith(), toAda);
    await send(messageWith(), callTo("bo@example.com"));
    const [one, repeated, other] = mails.map(({ headers }) => headers.get("message-id"));
    expect(repeated).toBe(one);
    expect(other).not.toBe(one);
  });
});

it("asks for a request to a seller without an amount to pay", async () => {
  const { mails, send } = await connected();
  await send(messageWith({ quote: requestQuote }), toAda);
  expect(mails[0]?.headers.get("subject")).toBe(
    "Approve a request to Namecheap (price up to $24.00)?",
  );
});

it("names the maximum and the end of a tab", async () => {
  const { mails, send } = await connected();
  await send(messageWith({ payout: { id: "tab", terms: { minutes: 90 } } }), toAda);
  expect(mails[0]?.headers.get("subject")).toBe(
    "Approve up to $24.00 until 23 Nov 2026, 15:30 UTC, in many charges, to Namecheap?",
  );
});

describe("a reply with the outcome", () => {
  it.each([
    [
      { status: "denied", operator: "Bo", deniedThrough: "slack", comment: "Too\nexpensive" },
      "Denied: $24.00 to Namecheap\n\nDecided by: Bo (slack)\nComment: Too expensive",
    ],
    [
      { status: "denied", failure: "It expired." },
      "Denied: $24.00 to Namecheap\n\nReason: It expired.",
    ],
    [
      { status: "approved", operator: "Bo" },
      "Approved: $24.00 to Namecheap. The payment is in progress.",
    ],
    [
      { status: "executed", operator: "Bo", quote: requestQuote },
      "Allowed: a request to Namecheap (price up to $24.00)",
    ],
    [
      { status: "approved", operator: "Bo", payout: { id: "tab", terms: { minutes: 90 } } },
      "Approved: up to $24.00 to Namecheap. The tab is open.",
    ],
    [
      { status: "failed", operator: "Bo", failure: "No funds" },
      "Not paid: $24.00 to Namecheap\n\nDecided by: Bo\nReason: No funds",
    ],
  ] as const)("reports %j", async (fields, text) => {
    const { mails, update } = await connected();
    await update({ messageId: "<1@example.com>" }, messageWith(fields, { kind: "changed" }), toAda);
    expect(mails[0]?.text.replaceAll("\u2060", "")).toSatisfy((shown: string) =>
      shown.startsWith(`${text}\n`),
    );
  });

  it("is not sent while more approvals are needed, or if the option is off", async () => {
    const { mails, update } = await connected();
    await update({ messageId: "<1@example.com>" }, messageWith({}, { kind: "changed" }), toAda);
    expect(mails).toEqual([]);
    const off = await connected({ outcomes: false });
    await off.update({}, messageWith({ status: "denied" }, { kind: "changed" }), toAda);
    expect(off.mails).toEqual([]);
  });
});

describe("the SMTP server", () => {
  it("receives the mail after it was down", async () => {
    const { port, close } = await smtpReceiver();
    await close();
    const { send } = openEmail({ smtpUrl: `smtp://127.0.0.1:${port}` });
    await expect(send(messageWith(), toAda)).rejects.toThrow("ECONNREFUSED");
    const { mails } = await smtpReceiver({}, port);
    await send(messageWith(), toAda);
    expect(mails).toHaveLength(1);
  });

  it("gets the password, and an error does not contain it", async () => {
    const { port, mails, signIns } = await smtpReceiver();
    const url = (password: string) => `smtp://ada:${password}@127.0.0.1:${port}`;
    await openEmail({ smtpUrl: url("secret") }).send(messageWith(), toAda);
    expect([mails.length, signIns]).toEqual([1, [["ada", "secret"]]]);
    const failure = await openEmail({ smtpUrl: url("hunter2hunter2") })
      .send(messageWith(), toAda)
      .catch(String);
    expect(failure).toContain("Invalid login");
    expect(failure).not.toContain("hunter2");
    expect(mails).toHaveLength(1);
  });

  it("gets no password without encryption, except on this machine", async () => {
    const { port, mails, signIns } = await smtpReceiver();
    // Linux connects this address to itself, but it is no loopback address.
    const { send } = openEmail({ smtpUrl: `smtp://ada:secret@0.0.0.0:${port}` });
    await expect(send(messageWith(), toAda)).rejects.toThrow(/STARTTLS/i);
    expect([mails, signIns]).toEqual([[], []]);
  });

  it("needs a valid certificate", async () => {
    const { port, mails } = await smtpReceiver({ secure: true });
    const smtpUrl = `smtps://127.0.0.1:${port}`;
    await expect(openEmail({ smtpUrl }).send(messageWith(), toAda)).rejects.toThrow(/certificate/i);
    expect(mails).toEqual([]);
    const transport = createTransport({ url: smtpUrl, tls: { rejectUnauthorized: false } });
    await openEmail({ transport }).send(messageWith(), toAda);
    expect(mails.map(({ isEncrypted }) => isEncrypted)).toEqual([true]);
  });

  it("gets nothing after the call was aborted", async () => {
    const { mails, send } = await connected();
    const aborted = { ...toAda, signal: AbortSignal.abort() };
    await expect(send(messageWith(), aborted)).rejects.toThrow(/abort/i);
    expect(mails).toEqual([]);
  });
});

describe("receivers", () => {
  it("are addresses, or a function of the workspace", async () => {
    const transport = { sendMail: async () => undefined };
    const fixed = openEmail({ transport, to: ["ada@example.com", "Ada@example.com", "bo@x.io"] });
    expect(await fixed.targets("acme")).toEqual(["Ada@example.com", "bo@x.io"]);
    const byWorkspace = openEmail({ transport, to: (id) => `${id}@example.com` });
    expect(await byWorkspace.targets("acme")).toEqual(["acme@example.com"]);
    await expect(byWorkspace.targets("a,b")).rejects.toThrow("not an e-mail address");
  });

  it.each(["ada", "a@b, c@d", "Ada <a@b>", "a@b\r\nBcc: c@d", '"a@b"@c', "a@b@c"])(
    "are rejected: %j",
    (to) => {
      expect(() => openEmail({ smtpUrl: "smtp://localhost", to })).toThrow("not an e-mail address");
    },
  );

  it.each(["Treasury", "a@b, c@d", "A <a@b>, B <c@d>", "A\r\nBcc: c@d <a@b>"])(
    "get nothing from %j",
    (sender) => {
      expect(() => openEmail({ smtpUrl: "smtp://localhost", from: sender })).toThrow("`from`");
    },
  );
});

it.each(["localhost", "http://u:hunter2@mail", "smtp:", "smtp://u:hunter2/?@mail"])(
  "rejects the URL %s without repeating it",
  (smtpUrl) => {
    expect(() => openEmail({ smtpUrl })).toThrow("`smtpUrl` must be a URL");
    expect(() => openEmail({ smtpUrl })).not.toThrow("hunter2");
  },
);
