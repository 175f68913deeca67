import type { TestFramework } from "@agent-treasury/testing";
import type { Part } from "../part-of-tests.ts";
import { clientDriver } from "./drivers/client-driver.ts";
import type { DriverKind } from "./drivers/driver.ts";
import { fetchDriver } from "./drivers/fetch-driver.ts";
import type { ServiceSurface } from "./service-surface.ts";
import { type ServiceTest, titleOf } from "./service-test.ts";
import { serviceTests } from "./service-tests.ts";
import { TestContext } from "./test-context.ts";

/**
 * Registers a test for every requirement of the service, on one surface: through plain `fetch`,
 * through the typed client if there is one, and as bytes where bytes matter. Each test has its own
 * treasury.
 *
 * @example serviceConformance({ describe, it, expect }, {
 * name: "the bare handler",
 * start: startBareHandler,
 * makeClient: createTreasuryClient,
 * });
 */
export function serviceConformance(framework: TestFramework, surface: ServiceSurface): void {
  const { describe } = framework;
  const { part = { at: 0, of: 1 }, clientPart = part, makeClient } = surface;
  const fitting = fittingTests(surface, part);
  const kinds: readonly (readonly [DriverKind, readonly ServiceTest[]])[] = [
    [fetchDriver, fitting],
    ...(makeClient === undefined
      ? []
      : [[clientDriver(makeClient), fittingTests(surface, clientPart)] as const]),
  ];
  describe(`the service through ${surface.name}`, () => {
    for (const [kind, chosen] of kinds) {
      describe(kind.name, () => {
        const tests = chosen.filter(({ by }) => by === undefined);
        for (const test of tests) register(framework, surface, kind, test);
      });
    }
    describe("on the wire", () => {
      const tests = fitting.filter(({ by }) => by === "wire");
      for (const test of tests) register(framework, surface, fetchDriver, test);
    });
  });
}

function fittingTests(surface: ServiceSurface, { at, of }: Part): readonly ServiceTest[] {
  return (
    serviceTests
      // One that fits few surfaces is in the part of each.
      .filter(({ fits }, index) => fits !== undefined || index % of === at)
      .filter(({ fits }) => fits === undefined || fits(surface))
  );
}

function register(
  { it, expect }: TestFramework,
  surface: ServiceSurface,
  kind: DriverKind,
  test: ServiceTest,
): void {
  it(titleOf(test), async () => {
    const context = new TestContext(expect, surface, kind);
    try {
      await context.start(test.setup ?? {});
      await test.run(context);
      expect(context.flaws).toEqual([]);
    } finally {
      await context.end();
    }
  });
}
