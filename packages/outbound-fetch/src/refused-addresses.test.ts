import type { OutboundRequest } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { guardedFetchWith } from "./guarded-fetch.ts";
import { fetchAfterCheck, uncheckedFetch } from "./naive-fetch.fixture.ts";
import { testNetwork, testResolver } from "./test-network.fixture.ts";

const site = "93.184.216.34";

function get(url: string): OutboundRequest {
  const signal = new AbortController().signal;
  return { url, method: "GET", headers: {}, body: null, timeoutMs: 5000, maximumBytes: 99, signal };
}

const literals: readonly string[] = [
  "https://127.0.0.1/",
  "https://127.1/",
  "https://127.0.0.1./",
  "https://2130706433/",
  "https://0x7f000001/",
  "https://0x7f.0.0.0x1/",
  "https://0177.0.0.01/",
  "https://017700000001/",
  "https://%31%32%37.0.0.1/",
  "https://１２７.0.0.1/",
  "https://127。0。0。1/",
  "https://0/",
  "https://10.0.0.5/",
  "https://172.16.0.1/",
  "https://192.168.1.1/",
  "https://100.100.100.200/",
  "https://169.254.169.254/latest/meta-data/",
  "https://0xa9fea9fe/",
  "https://168.63.129.16/",
  "https://192.0.0.192/",
  "https://198.18.0.1/",
  "https://203.0.113.7/",
  "https://224.0.0.1/",
  "https://240.0.0.1/",
  "https://255.255.255.255/",
  "https://[::]/",
  "https://[::1]/",
  "https://[0:0:0:0:0:0:0:1]/",
  "https://[::ffff:127.0.0.1]/",
  "https://[::ffff:a9fe:a9fe]/",
  "https://[::127.0.0.1]/",
  "https://[::ffff:0:127.0.0.1]/",
  "https://[64:ff9b::169.254.169.254]/",
  "https://[64:ff9b:1::a00:1]/",
  "https://[2002:7f00:1::]/",
  "https://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/",
  "https://[fd00:ec2::254]/",
  "https://[fe80::1]/",
  "https://[fec0::1]/",
  "https://[ff02::1]/",
  "https://[2001:db8::1]/",
  "https://[2001:2::1]/",
  "https://example.com@169.254.169.254/",
  "https://example.com:443@127.0.0.1/",
  "https://169.254.169.254\\@example.com/",
  "https://169.254.169.254#@example.com/",
  "https://example.com:8443/",
  "https://user:secret@example.com/",
];

const names: readonly (readonly [string, ...string[]])[] = [
  ["localhost", "127.0.0.1"],
  ["localhost.", "127.0.0.1"],
  ["api.localhost", "::1"],
  ["127.0.0.1.nip.io", "127.0.0.1"],
  ["metadata.google.internal", "169.254.169.254"],
  ["instance-data.ec2.internal", "fd00:ec2::254"],
  ["intranet", "10.1.2.3"],
  ["two.example.com", site, "192.168.0.10"],
  ["six.example.com", "2606:2800:220:1::1", "::ffff:10.0.0.1"],
  ["nat.example.com", site, "64:ff9b::a00:1"],
  ["scoped.example.com", "fe80::1%eth0"],
];

describe("a refused address", () => {
  it.each(literals)("is not requested as %s", async (url) => {
    const { connections, requests } = await testNetwork((_request, response) => response.end());
    const resolve = testResolver({ "example.com": [[site]] });
    await uncheckedFetch(url, resolve);
    expect([connections.length, requests.length]).toEqual([1, 1]);
    const guarded = guardedFetchWith({}, async (name) => resolve(name));
    await expect(guarded(get(url))).rejects.toMatchObject({ code: "address_refused" });
    expect([connections.length, requests.length]).toEqual([1, 1]);
  });

  it.each(names)("is not requested by the name %s", async (name, ...addresses) => {
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
