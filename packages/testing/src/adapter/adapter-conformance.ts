import type { TestFramework } from "../conformance/test-framework.ts";
import type { AdapterUnderTest } from "./adapter-under-test.ts";
import { answerTests } from "./answers-tests.ts";
import { requestTests } from "./requests-tests.ts";
import { scriptedTreasury } from "./scripted-treasury.ts";
import { streamTests } from "./streams-tests.ts";

/**
 * Tests that an adapter passes requests and responses on unchanged, streams responses, and notifies
 * the handler when the caller disconnects.
 *
 * @example
 * adapterConformance({ describe, it, expect }, {
 *   name: "express",
 *   start: async (treasury) => {
 *     const app = express().use(treasury.basePath, expressHandler(treasury));
 *     return serve(app);
 *   },
 * });
 */
export function adapterConformance(
  { describe, it, expect }: TestFramework,
  adapter: AdapterUnderTest,
): void {
  describe(`the adapter ${adapter.name}`, () => {
    for (const { name, run } of [...requestTests, ...answerTests, ...streamTests]) {
      it(name, async () => {
        const treasury = scriptedTreasury(adapter.basePath);
        const { origin, close } = await adapter.start(treasury);
        try {
          const { replacesBrokenStreams = false } = adapter;
          await run({ expect, origin, basePath: treasury.basePath, replacesBrokenStreams });
        } finally {
          await close();
        }
      });
    }
  });
}
