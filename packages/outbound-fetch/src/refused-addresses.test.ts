import type { OutboundRequest } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { guardedFetchWith } from "./guarded-fetch.ts";
import { fetchAfterCheck, uncheckedFetch } from "./naive-fetch.fixture.ts";
import { refusedLiterals, refusedNames, site } from "./refused-addresses.fixture.ts";
import { testNetwork, testResolver } from "./test-network.fixture.ts";

function get(url: string): OutboundRequest {
  const signal = new AbortController().signal;
  return { url, method: "GET", headers: {}, body: null, timeoutMs: 5000, maximumBytes: 99, signal };
}

describe("a refused address", () => {
  it.each(refusedLiterals)("is not requested as %s", async (url) => {
    const { connections, requests } = await testNetwork((_request, response) => response.end());
    const resolve = testResolver({ "example.com": [[site]] });
    await uncheckedFetch(url, resolve);
    expect([connections.length, requests.length]).toEqual([1, 1]);
    const guarded = guardedFetchWith({}, async (name) => resolve(name));
    await expect(guarded(get(url))).rejects.toMatchObject({ code: "address_refused" });
    expect([connections.length, requests.length]).toEqual([1, 1]);
  });

  it.each(refusedNames)("is not requested by the name %s", async (name, ...addresses) => {
    const { connections, requests } = await testNetwork((_request, response) => response.end());
    const resolve = (): readonly string[] => addresses;
    await uncheckedFetch(`https://${name}/`, resolve);
    expect([connections.length, requests.length]).toEqual([1, 1]);
    const guarded = guardedFetchWith({}, async () => resolve());
    const answer = guarded(get(`https://${name}/`));
    await expect(answer).rejects.toMatchObject({ code: "address_refused" });
    expect([connections.length, requests.length]).toEqual([1, 1]);
  });
});

describe("a redirect", () => {
  it.each([
    "https://169.254.169.254/latest/meta-data/",
    "https://[::ffff:127.0.0.1]/",
    "https://inside.example.com/",
  ])("to %s is not followed", async (location) => {
    const { ca, connections, requests } = await testNetwork((request, response) => {
      if (request.url === "/hook") response.writeHead(307, { location });
      response.end();
    });
    const resolve = testResolver({ "example.com": [[site]], "inside.example.com": [["10.0.0.9"]] });
    await uncheckedFetch("https://example.com/hook", resolve);
    expect(connections).toHaveLength(2);
    const guarded = guardedFetchWith({ ca }, async (name) => resolve(name));
    const answer = await guarded(get("https://example.com/hook"));
    expect(answer).toMatchObject({ status: 307, headers: { location } });
    expect(connections.slice(2)).toEqual([`${site}:443`]);
    expect(requests).toHaveLength(3);
  });
});

describe("a name that changes its address after the check", () => {
  it.each(["127.0.0.1", "169.254.169.254", "::1", "64:ff9b::7f00:1"])(
    "to %s is requested at the checked address",
    async (later) => {
      const { ca, connections } = await testNetwork((_request, response) => response.end());
      const answers = { "example.com": [[site], [later]] };
      await fetchAfterCheck("https://example.com/", testResolver(answers));
      expect(connections).toEqual([`${later}:443`]);
      const resolve = testResolver(answers);
      const guarded = guardedFetchWith({ ca }, async (name) => resolve(name));
      expect((await guarded(get("https://example.com/"))).status).toBe(200);
      expect(connections.slice(1)).toEqual([`${site}:443`]);
    },
  );

  it("is checked again for each request", async () => {
    const { ca, connections } = await testNetwork((_request, response) => response.end());
    const resolve = testResolver({ "example.com": [[site], ["10.0.0.1"]] });
    const guarded = guardedFetchWith({ ca }, async (name) => resolve(name));
    await guarded(get("https://example.com/"));
    const second = guarded(get("https://example.com/"));
    await expect(second).rejects.toMatchObject({ code: "address_refused" });
    expect(connections).toEqual([`${site}:443`]);
  });
});

it.each(["http://example.com/", "ftp://example.com/", "file:///etc/passwd", "example.com", ""])(
  "%j is refused because it is not https",
  async (url) => {
    const { connections } = await testNetwork((_request, response) => response.end());
    const guarded = guardedFetchWith({}, async () => [site]);
    await expect(guarded(get(url))).rejects.toMatchObject({ code: "address_refused" });
    expect(connections).toEqual([]);
  },
);
