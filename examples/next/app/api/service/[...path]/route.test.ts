import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { GET, OPTIONS, POST } from "./route.ts";

const ask = (method: string, path: string) =>
  new Request(`http://localhost:3000/api/service${path}`, {
    method,
    headers: { host: "localhost:3000" },
  });

beforeAll(() => {
  // Vitest has a BASE_URL of its own.
  vi.stubEnv("BASE_URL", "http://localhost:3000");
  vi.stubEnv("TREASURY_DATABASE_URL", "memory:");
});
afterAll(() => {
  vi.unstubAllEnvs();
});

it("mounts the service", async () => {
  const response = await GET(ask("GET", "/health"));
  expect(await response.json()).toEqual({ ok: true });
});

it("returns the service's errors for every path and method", async () => {
  const missing = await GET(ask("GET", "/nothing"));
  expect(missing.status).toBe(404);
  expect(await missing.json()).toMatchObject({ code: "route_not_found" });
  const wrong = await POST(ask("POST", "/health"));
  expect(wrong.status).toBe(405);
  expect(wrong.headers.get("allow")).toContain("GET");
  const options = await OPTIONS(ask("OPTIONS", "/treasury"));
  expect(options.status).toBe(204);
});
