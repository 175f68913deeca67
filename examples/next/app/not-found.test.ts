import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { testApp } from "./command/test-app.fixture.ts";

const app = testApp({});

it.each(["/nothing", "/api/nothing", "/command/x", "/command/x/y", "/_next/nothing"])(
  "sends the page's security headers with the 404 of %s",
  async (path) => {
    const response = await fetch(app.url + path);
    const seen = {
      status: response.status,
      policy: response.headers.get("content-security-policy"),
      sniffing: response.headers.get("x-content-type-options"),
    };
    expect([path, seen]).toEqual([
      path,
      {
        status: 404,
        policy: expect.stringContaining("default-src 'none'"),
        sniffing: "nosniff",
      },
    ]);
  },
);

it("runs the 404 page's own scripts, which carry the nonce of its policy", async () => {
  const response = await fetch(`${app.url}/nothing`);
  const [, nonce] =
    /'nonce-([^']+)'/.exec(response.headers.get("content-security-policy") ?? "") ?? [];
  const html = await response.text();
  expect(html).toContain("Page not found");
  expect(html.match(/<script\b(?![^>]*\bnonce=)/g) ?? []).toEqual([]);
  expect(html).toContain(`nonce="${nonce}"`);
});

it("never redirects to the host of the request line", async () => {
  const { host, port } = new URL(app.url);
  for (const target of [
    "http://evil.example/command/",
    "http://evil.example/",
    "//evil.example/command",
    "/\\evil.example/command",
    "/command/",
  ]) {
    const socket = connect(Number(port), "127.0.0.1");
    await once(socket, "connect");
    socket.end(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    const [head = ""] = (await text(socket)).split("\r\n\r\n");
    const [, location = ""] = /^(?:location|refresh): (.*)$/im.exec(head) ?? [];
    const { host: to } = new URL(location, app.url);
    expect([target, to]).toEqual([target, host]);
  }
});
