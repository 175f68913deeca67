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

describe("the host that a request names", () => {
  // Browsers leave the port out where it is the scheme's own; some proxies and checkers write it.
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
  ])("of a service at %s may be %s: %s", (baseUrl, host, expected) => {
    expect(isReached(baseUrl, host)).toBe(expected);
  });
});
