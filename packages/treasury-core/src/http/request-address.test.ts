import { describe, expect, it } from "vitest";
import { requestAddress } from "./match-route.ts";

const hosts = ["http://localhost", "https://treasury.example:8443", "http://[::1]:3000"];

const segments = String.raw`treasury, agents, a.b, ~, x-1_2, user@host, a:b, ., .., .a, ..., `
  .concat(String.raw`%2e, %2E%2e, %61, a%, ü, a b, a\b, a;b, (a), {a}, a|b, ', "`)
  .split(", ");

const searches = [
  String.raw`, ?, ??a=1, ?a=1&b=2, ?a=%20+%zz, ?a=ü, ?a=', ?a=", ?a=<b>, ?a={b}|c`.split(", "),
  "?a=1#b, #b, ?a=1?b, ?a=b/c, ?workspaceId=acme:eu@1, ?a=\\, ?a=\t1".split(", "),
].flat();

/** Checks each character, independently of the pattern under test. */
function isNormal(path: string, parsed: string): boolean {
  const escaped = Array.from(path.matchAll(/%([\da-f]{2})/gi), ([, hex]) =>
    String.fromCodePoint(Number.parseInt(hex ?? "", 16)),
  );
  return path === parsed && escaped.every((character) => !/[\w.~-]/.test(character));
}

describe("a request URL", () => {
  it("is split as by a URL parser, and rejected if its path is not normalized", () => {
    let [compared, refused] = [0, 0];
    for (const host of hosts) {
      for (const first of segments) {
        for (const second of ["", ...segments.map((segment) => `/${segment}`)]) {
          for (const search of searches) {
            const address = `${host}/${first}${second}${search}`;
            const url = new URL(address);
            if (isNormal(`/${first}${second}`, url.pathname)) {
              const { pathname, search: query } = requestAddress(address);
              expect([address, pathname, query]).toEqual([address, url.pathname, url.search]);
            } else {
              expect(() => requestAddress(address)).toThrow(
                expect.objectContaining({ code: "route_not_found" }),
              );
              refused += 1;
            }
            compared += 1;
          }
        }
      }
    }
    expect(refused).toBeGreaterThan(compared / 2);
    expect(compared).toBe(hosts.length * segments.length * (segments.length + 1) * searches.length);
  });

  it("may consist of a host only", () => {
    expect(requestAddress("http://localhost").pathname).toBe("/");
    expect(requestAddress("http://localhost?a=1")).toMatchObject({ pathname: "/", search: "?a=1" });
  });

  it("that is invalid is the caller's mistake", () => {
    for (const address of ["/treasury", "http://", "http://host:99999/%61", "http://a b/"]) {
      expect(() => requestAddress(address)).toThrow(
        expect.objectContaining({ code: "invalid_request" }),
      );
    }
  });
});
