import { createTreasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { afterEach, describe, expect, it } from "vitest";
import { expressVersions, serve } from "./express-apps.fixture.ts";
import { expressHandler } from "./express-handler.ts";

describe.each(expressVersions)("%s", (_, express) => {
  const closers: (() => Promise<void>)[] = [];
  afterEach(async () => {
    await Promise.all(closers.splice(0).map((close) => close()));
  });

  async function mountedAt(path: string): Promise<string> {
    const treasury = createTreasury({ baseUrl: "http://localhost:3000", storage: memoryStorage() });
    const app = express();
    app.use(path, expressHandler(treasury));
    const { origin, close } = await serve(app);
    closers.push(close, () => treasury.close());
    return origin;
  }

  it("names both paths if it is mounted at another one than the base path", async () => {
    const answer = await fetch(`${await mountedAt("/pay")}/pay/treasury`);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({
      error: expect.stringContaining('mounted at "/pay", and its `basePath` is "/api/service"'),
      code: "route_not_found",
    });
  });

  it("answers HEAD as GET, without a body, as wget --spider asks", async () => {
    const origin = await mountedAt("/api/service");
    for (const [path, status] of [
      ["/health", 200],
      ["/treasury", 200],
      ["/nothing", 404],
    ] as const) {
      const answer = await fetch(`${origin}/api/service${path}`, { method: "HEAD" });
      expect([path, answer.status, await answer.text()]).toEqual([path, status, ""]);
    }
  });
});
