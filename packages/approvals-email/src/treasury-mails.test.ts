import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createTreasury, type Treasury, type TreasuryOptions } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { email } from "./email.ts";
import { from } from "./opened-email.fixture.ts";
import { smtpReceiver } from "./smtp-receiver.fixture.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const workspaceId = "acme";
const hour = 3_600_000;

interface Opened {
  readonly treasury: Treasury;
  propose(vendor?: string): Promise<string>;
  decide(proposalId: string, decision: "approve" | "deny"): Promise<unknown>;
  /** Waits until due events are delivered. */
  later(milliseconds?: number): Promise<void>;
}

function open(port: number, options: Partial<TreasuryOptions> = {}): Opened {
  const smtpUrl = `smtp://127.0.0.1:${port}`;
  const treasury = createTreasury({
    autoApprovePayees: "any",
    baseUrl: "http://localhost:3000",
    storage: memoryStorage(),
    recoverySeconds: false,
    onFailure: () => undefined,
    budget: { startingCapitalUsd: 1_000, minReserveUsd: 0 },
    channels: [email({ smtpUrl, from, to: ["ada@example.com", "bo@example.com"] })],
    ...options,
  });
  onTestFinished(() => treasury.close());
  return {
    treasury,
    propose: async (vendor = "Namecheap") => {
      const asked = { workspaceId, amountUsd: 24, vendor, purpose: "a domain" };
      return (await treasury.propose(asked)).proposal.id;
    },
    decide: (proposalId, decision) =>
      treasury.decide({ workspaceId, proposalId, decision, operator: "Ada" }),
    later: async (milliseconds = 0) => {
      vi.setSystemTime(Date.now() + milliseconds);
      await treasury.recover();
    },
  };
}

describe("a treasury with mails", () => {
  it("mails each receiver, and replies to each with the outcome", async () => {
    const { port, mails } = await smtpReceiver();
    const { propose, decide, later } = open(port, { remindAfterHours: 1 });
    const paid = await propose();
    await later();
    await later(1.5 * hour);
    await decide(paid, "approve");
    await later();
    const seen = (receiver: string) =>
      mails
        .filter(({ recipients }) => recipients.includes(receiver))
        .map(({ text }) => text.split("\n")[0]);
    for (const receiver of ["ada@example.com", "bo@example.com"]) {
      expect(seen(receiver)).toEqual([
        "Approve $24.00 to Namecheap?",
        "Still waiting: Approve $24.00 to Namecheap?",
        "Paid: $24.00 to Namecheap",
      ]);
    }
    const threads = mails.map(({ headers }) => headers.get("in-reply-to") ?? "");
    expect(threads.filter((id) => id !== "")).toHaveLength(4);
  });

  it("mails a link that decides nothing, also if a scanner follows every address", async () => {
    const { port, mails } = await smtpReceiver();
    const requested: string[] = [];
    const server = createServer((request, response) => {
      const url = `${baseUrl}${request.url}`;
      requested.push(`${request.method} ${request.url}`);
      void treasury
        .handler(new Request(url, { method: request.method ?? "" }))
        .then(async (answer) => response.writeHead(answer.status).end(await answer.text()));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
    const baseUrl = `http://localhost:${(server.address() as AddressInfo).port}`;
    const { treasury, propose, later } = open(port, { baseUrl, remindAfterHours: 1 });
    const id = await propose();
    await later();
    await later(1.5 * hour);
    const before = await treasury.state(workspaceId);

    const links = mails.flatMap(({ text, html }) =>
      [text, html.replaceAll("&amp;", "&")].flatMap(
        (part) => part.match(/https?:[^\s"<>]+/g) ?? [],
      ),
    );
    expect(new Set(links)).toEqual(new Set([`${baseUrl}/?workspace=acme&proposal=${id}`]));
    expect(links).toHaveLength(2 * mails.length);
    for (const link of links) {
      for (const method of ["GET", "HEAD"]) await fetch(link, { method });
    }
    expect(requested).toHaveLength(2 * links.length);
    expect(await treasury.state(workspaceId)).toEqual(before);
    expect(before).toMatchObject({ pendingCount: 1, ledger: [] });
  });

  it("sends the mail once after the server was down, and keeps paying meanwhile", async () => {
    const down = await smtpReceiver();
    await down.close();
    const { treasury, propose, decide, later } = open(down.port);
    await propose();
    const other = await propose("Hetzner");
    await later();
    await decide(other, "approve");
    expect((await treasury.state(workspaceId)).balanceUsd).toBe(976);

    const { mails } = await smtpReceiver({}, down.port);
    for (let retry = 0; retry < 4; retry += 1) await later(hour);
    // The other spend was decided before a mail could be sent.
    const receivers = mails.flatMap(({ recipients }) => recipients);
    expect(receivers.toSorted()).toEqual(["ada@example.com", "bo@example.com"]);
  });

  it("has no route that accepts decisions", async () => {
    const { port } = await smtpReceiver();
    const { treasury } = open(port);
    const address = "http://localhost:3000/api/service/channels/email";
    const answer = await treasury.handler(new Request(address, { method: "POST", body: "{}" }));
    expect(answer.status).toBe(404);
  });
});
