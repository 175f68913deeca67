import { describe, expect, it } from "vitest";
import { browserGuard } from "./browser-rules.ts";
import { fromRequest } from "./service-request.ts";

function isReached(baseUrl: string, host: string): boolean {
  const guard = browserGuard({ baseUrl, allowedOrigins: [], allowedHosts: ["other.example"] });
  try {
    guard.checkHost(fromRequest(new Request("http://localhost", { headers: { host } })));
    return true;
  } catch {
    return false;
  }
}

describe("the Host header of a request", () => {
  // Browsers omit the scheme's default port; some proxies and monitors include it.
  it.each([
    ["https://app.example", "app.example:443", true],
    ["https://app.example", "other.example:443", true],
    ["https://app.example", "app.example:80", false],
    ["http://app.example", "app.example:80", true],
    ["http://app.example", "app.example:443", false],
    ["https://app.example:8443", "app.example:8443", true],
    ["https://app.example:8443", "app.example", false],
    ["https://app.example", "evil.example:443", false],
    ["https://app.example", "app.example:443.evil.example", false],
  ])("of the service at %s may be %s: %s", (baseUrl, host, expected) => {
    expect(isReached(baseUrl, host)).toBe(expected);
  });
});
