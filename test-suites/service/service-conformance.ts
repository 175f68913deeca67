import type { TestFramework } from "@agent-treasury/testing";
import type { CallerKind } from "./callers/caller.ts";
import { clientCaller } from "./callers/client-caller.ts";
import { fetchCaller } from "./callers/fetch-caller.ts";
import { Scene } from "./scene.ts";
import type { ServiceSurface } from "./service-surface.ts";
import { type ServiceTest, titleOf } from "./service-test.ts";
import { serviceTests } from "./service-tests.ts";

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
  const fitting = serviceTests.filter(({ fits }) => fits === undefined || fits(surface));
  const kinds = [fetchCaller, ...(surface.makeClient ? [clientCaller(surface.makeClient)] : [])];
  describe(`the service through ${surface.name}`, () => {
    for (const kind of kinds) {
      describe(kind.name, () => {
        const tests = fitting.filter(({ by }) => by === undefined);
        for (const test of tests) register(framework, surface, kind, test);
      });
    }
    describe("on the wire", () => {
      const tests = fitting.filter(({ by }) => by === "wire");
      for (const test of tests) register(framework, surface, fetchCaller, test);
    });
  });
}

function register(
  { it, expect }: TestFramework,
  surface: ServiceSurface,
  kind: CallerKind,
  test: ServiceTest,
): void {
  it(titleOf(test), async () => {
    const scene = new Scene(expect, surface, kind);
    try {
      await scene.start(test.setup ?? {});
      await test.run(scene);
      expect(scene.flaws).toEqual([]);
    } finally {
      await scene.end();
    }
  });
}
