import type { PaidFetchRequest } from "@agent-treasury/contract";
import { describe, expect, it } from "vitest";
import { agentWorld } from "../external-agents/agent-world.fixture.ts";
import { purposeOf } from "./read-paid-request.ts";
import { redirectedTo, withoutRedirect } from "./redirects.ts";
import { sellerOrigin, testSeller } from "./test-seller.fixture.ts";

const url = `${sellerOrigin}/weather`;
const asked: PaidFetchRequest = {
  workspaceId: "acme",
  url,
  purpose: "the weather",
  followRedirects: true,
};

/** A seller that redirects its addresses, and sells at the others. */
function openWorld(redirects: Readonly<Record<string, string>>, status = 307, seconds = 0) {
  const seller = testSeller();
  const outbound: typeof seller.outbound = async (request) => {
    clock.advance(seconds * 1_000);
    const location = redirects[request.url];
    seller.answer = location === undefined ? {} : { status, headers: { location } };
    return seller.outbound(request);
  };
  const { executor } = seller;
  const paidFetch = { origins: [sellerOrigin] };
  const { treasury, clock } = agentWorld({ executors: { executor }, outbound, paidFetch });
  const requested = () => seller.requests.map(({ method, url: to, body }) => [method, to, body]);
  return { treasury, seller, requested };
}

describe("redirects within the origin", () => {
  it("are followed if asked, and the price of the last address is pinned", async () => {
    const other = `${sellerOrigin}/v2/weather`;
    const { treasury, seller, requested } = openWorld({ [url]: "/v2/weather#now" });
    const { proposal, resource } = await treasury.fetchPaid(asked);
    expect(resource).toMatchObject({ status: 200, body: "Sunny" });
    expect(proposal?.purpose).toBe(`GET ${url} redirected to GET ${other}: the weather`);
    expect(seller.orders).toMatchObject([{ quote: { terms: { url: other } } }]);
    const again = await treasury.fetchPaid(asked);
    expect(again).toMatchObject({ repeated: true, proposal: { id: proposal?.id } });
    expect(requested()).toEqual([
      ["GET", url, null],
      ["GET", other, null],
    ]);
  });

  it.each([
    [307, ["POST", `${sellerOrigin}/b`, "{}"]],
    [303, ["GET", `${sellerOrigin}/b`, null]],
  ])("of a POST by %d have the method of HTTP", async (status, expected) => {
    const { treasury, requested } = openWorld({ [url]: "/b" }, status);
    const { proposal } = await treasury.fetchPaid({ ...asked, method: "POST", body: "{}" });
    expect(requested()[1]).toEqual(expected);
    expect(proposal?.purpose).toContain(`) redirected to ${expected[0]} ${sellerOrigin}/b: the`);
  });

  it.each([
    ["unasked ones", "/b", { followRedirects: false }],
    ["another origin", "https://other.example/b", {}],
    ["another port", `${sellerOrigin}:8443/b`, {}],
    ["http", `${sellerOrigin.replace("https", "http")}/b`, {}],
    ["a password", `${sellerOrigin.replace("//", "//a:b@")}/b`, {}],
  ])("are returned and not followed: %s", async (_what, location, changes) => {
    const { treasury, seller, requested } = openWorld({ [url]: location });
    const { proposal, resource } = await treasury.fetchPaid({ ...asked, ...changes });
    expect([proposal, resource?.status]).toEqual([null, 307]);
    expect(requested()).toEqual([["GET", url, null]]);
    expect(seller.orders).toEqual([]);
  });

  it.each([
    [6, 4],
    [19, 2],
    [20, 1],
  ])("of a seller that takes %d s for each are followed for 20 s", async (seconds, requests) => {
    const { treasury, requested } = openWorld({ [url]: url }, 307, seconds);
    expect((await treasury.fetchPaid(asked)).resource?.status).toBe(307);
    expect(requested()).toHaveLength(requests);
  });

  it("end after five", async () => {
    const { treasury, requested } = openWorld({ [url]: url });
    expect((await treasury.fetchPaid(asked)).resource?.status).toBe(307);
    expect(requested()).toHaveLength(6);
  });
});

it("shows a redirect from and to an address that ends with a colon", async () => {
  const asWritten = `${url}:`;
  const { treasury } = openWorld({ [asWritten]: "/v2/weather:" });
  const request = { ...asked, url: asWritten };
  const { proposal } = await treasury.fetchPaid(request);
  const other = `${sellerOrigin}/v2/weather:`;
  expect(proposal?.purpose).toBe(`GET ${asWritten} redirected to GET ${other}: the weather`);
  const again = await treasury.fetchPaid(request);
  expect(again).toMatchObject({ repeated: true, proposal: { id: proposal?.id } });
});

it("finds the purpose again, whatever the agent wrote", () => {
  const body = "with a body of 2 characters (SHA-256 44136fa3…): c";
  for (const text of ["a: b", `redirected to GET ${url}: c`, ": ", "x", body]) {
    for (const address of [url, `${url}:`, `${url}::`]) {
      const post = { url: address, method: "POST", contentType: null, body: "{}" } as const;
      const other = { ...post, url: `${sellerOrigin}/b:` };
      const bodiless = { ...post, body: null };
      for (const one of [post, bodiless, { ...bodiless, method: "GET" } as const]) {
        const purpose = purposeOf(one, text);
        expect(withoutRedirect(one, purpose)).toBe(purpose);
        const redirected = redirectedTo(other, one, purpose);
        expect(redirected).toContain(" redirected to POST ");
        expect(withoutRedirect(one, redirected)).toBe(purpose);
      }
    }
  }
});
