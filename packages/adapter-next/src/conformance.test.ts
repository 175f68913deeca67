import { adapterConformance } from "@agent-treasury/testing/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FixtureVariant, fixtureVariants } from "./build-fixture.fixture.ts";
import { type NextServer, startNext } from "./next-start.fixture.ts";

/** The one that `service.test.ts` builds as well; both with `TEST_LONG`. */
const variants: readonly FixtureVariant[] =
  process.env["TEST_LONG"] === "1" ? (Object.keys(fixtureVariants) as FixtureVariant[]) : ["plain"];

describe.each(variants)("the Next adapter, in an app that is built %s", (variant) => {
  let server: NextServer;
  // Building takes most of the time.
  beforeAll(async () => {
    server = await startNext({}, variant);
  }, 1_200_000);
  afterAll(async () => {
    await server.close();
  });

  it("can be built and started without environment variables", async () => {
    const response = await fetch(`${server.origin}${server.basePath}/api/service/health`);
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ code: "internal_error" });
    expect(server.output()).toContain("FIXTURE_PORTS_URL is not set");
  });

  adapterConformance(
    { describe, it, expect },
    {
      name: "next start",
      basePath: "/api/conformance",
      start: async () => ({ origin: server.origin + server.basePath, close: async () => {} }),
    },
  );
});
