import { adapterConformance } from "@agent-treasury/testing/node";
import { overNetwork, serviceConformance, serviceTreasury } from "test-suites/service";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { nextHandlers } from "./next-handlers.ts";
import { serveRoute } from "./serve-route.fixture.ts";

describe("the Next adapter without a build", () => {
  beforeEach(() => {
    vi.spyOn(console, "error").mockImplementation(() => {});
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  adapterConformance(
    { describe, it, expect },
    { name: "Next's requests", start: (treasury) => serveRoute(nextHandlers(treasury)) },
  );
});

serviceConformance(
  { describe, it, expect },
  {
    name: "Next's requests",
    // `service.test.ts` runs a sixth after `next build`; the bare handler has every test.
    ...(process.env["TEST_LONG"] !== "1" && { part: { at: 1, of: 12 } }),
    start: async (parts) => {
      const treasury = serviceTreasury(parts);
      const { origin, close } = await serveRoute(nextHandlers(treasury));
      return overNetwork({
        origin,
        closeTreasury: () => treasury.close(),
        close: async () => {
          await treasury.close();
          await close();
        },
      });
    },
  },
);
