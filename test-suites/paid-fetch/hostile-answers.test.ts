import type { RequestListener } from "node:http";
import { gzipSync } from "node:zlib";
import type { OutboundResponse } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { site } from "../../packages/outbound-fetch/src/refused-addresses.fixture.ts";
import { testNetwork } from "../../packages/outbound-fetch/src/test-network.fixture.ts";
import { guardedTreasury, type GuardedTreasury } from "./guarded-treasury.fixture.ts";

const maximumBytes = 262_144;
const asked = { url: "https://example.com/a", purpose: "a report" };

interface Observed extends GuardedTreasury {
  readonly answers: readonly OutboundResponse[];
}

async function openWith(answer: RequestListener): Promise<Observed> {
  const { ca } = await testNetwork(answer);
  const answers: OutboundResponse[] = [];
  const opened = guardedTreasury({
    origins: ["https://example.com"],
    resolve: () => [site],
    ca,
    outbound: (fetch) => async (request) => {
      const received = await fetch(request);
      answers.push(received);
      return received;
    },
  });
  return { ...opened, answers };
}

/** Writes until the client closes the connection. */
function endless(status: number): RequestListener {
  return (_request, response) => {
    response.writeHead(status);
    const write = (): void => {
      while (!response.destroyed && response.write("x".repeat(65_536)));
    };
    response.on("drain", write);
    write();
  };
}

const bomb = gzipSync(Buffer.alloc(200_000_000, "x"));

describe("an answer of a hostile seller", () => {
  it.each<[string, RequestListener]>([
    ["a body without an end", endless(200)],
    [
      "a compressed body of 200 MB",
      (_request, response) => response.writeHead(200, { "content-encoding": "gzip" }).end(bomb),
    ],
  ])("is read up to 256 KiB: %s", async (_what, answer) => {
    const { treasury, answers } = await openWith(answer);
    const { resource } = await treasury.fetchPaid(asked);
    expect(resource).toMatchObject({ status: 200, isTruncated: true });
    expect(resource?.body).toHaveLength(maximumBytes);
    expect(answers[0]?.body).toHaveLength(maximumBytes);
  });

  it("with a price is read up to 256 KiB before the price is", async () => {
    const { treasury, answers } = await openWith(endless(402));
    const { proposal } = await treasury.fetchPaid(asked);
    expect(proposal?.status).toBe("executed");
    expect(answers[0]?.body).toHaveLength(maximumBytes);
  });

  it.each<[string, RequestListener]>([
    [
      "a header of 1 MB",
      (request) => {
        request.socket.write(`HTTP/1.1 402 Payment Required\r\npayment-required: `);
        request.socket.end(`${"x".repeat(1_000_000)}\r\n\r\n`);
      },
    ],
    [
      "100,000 headers",
      (request) => {
        request.socket.write("HTTP/1.1 402 Payment Required\r\n");
        request.socket.end(`${"a: b\r\n".repeat(100_000)}\r\n`);
      },
    ],
    ["a connection that is cut", (_request, response) => response.destroy()],
    ["no HTTP", (request) => void request.socket.end("SSH-2.0-OpenSSH_9.2\r\n")],
  ])("is an error: %s", async (_what, answer) => {
    const { treasury, seller } = await openWith(answer);
    await expect(treasury.fetchPaid(asked)).rejects.toMatchObject({ code: "outbound_failed" });
    expect(seller.orders).toEqual([]);
    expect((await treasury.state()).proposals).toEqual([]);
  });
});

describe("a request to a seller", () => {
  const { treasury, seller } = guardedTreasury({
    origins: ["https://example.com"],
    resolve: () => {
      throw new Error("Nothing is requested.");
    },
  });

  it.each<[string, object]>([
    ["a body of more than 16 KiB", { method: "POST", body: "x".repeat(16_385) }],
    ["a body of more than 16 KiB in UTF-8", { method: "POST", body: "é".repeat(8_193) }],
    ["a body with half a character", { method: "POST", body: "\ud800" }],
    ["a body with U+0000", { method: "POST", body: "a\u0000b" }],
    ["a body of a GET", { body: "x" }],
    ["a content type of a GET", { contentType: "text/plain" }],
    ["another method", { method: "DELETE" }],
    ["a header in the content type", { method: "POST", contentType: "a/b\r\nx-admin: 1" }],
    ["a content type that is none", { method: "POST", contentType: "x" }],
    ["a long address", { url: `https://example.com/${"a".repeat(1_010)}` }],
    ["an address that is long when encoded", { url: `https://example.com/${"é".repeat(400)}` }],
    ["a user in the address", { url: "https://user@example.com/" }],
    ["a fragment", { url: "https://example.com/#a" }],
    ["a control character in the address", { url: "https://example.com/\u0007" }],
    ["no purpose", { purpose: " " }],
    ["a negative maximum", { maximumUsd: -1 }],
    ["a maximum that is no number", { maximumUsd: Number.NaN }],
  ])("is rejected with %s", async (_what, change) => {
    const rejected = treasury.fetchPaid({ ...asked, ...change });
    await expect(rejected).rejects.toMatchObject({ code: "invalid_request" });
    expect(seller.orders).toEqual([]);
  });
});
