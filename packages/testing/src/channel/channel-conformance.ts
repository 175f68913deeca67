import type { TestFramework } from "../conformance/test-framework.ts";
import type { ChannelConformanceOptions } from "./channel-test.ts";
import { decidingTests, refusingTests } from "./deciding-tests.ts";
import { sendingTests } from "./sending-tests.ts";

/**
 * Tests any `ApprovalChannel` against a stand-in of its service: what its messages show, that they
 * follow decisions made elsewhere, and which deliveries decide.
 *
 * @example
 * import { describe, expect, it } from "vitest";
 * channelConformance({ describe, it, expect }, { create: (setup) => myStandIn(setup) });
 */
export function channelConformance(
  { describe, it, expect }: TestFramework,
  channel: ChannelConformanceOptions,
): void {
  describe("a channel", () => {
    for (const { name, run } of [...sendingTests, ...decidingTests, ...refusingTests]) {
      it(name, () => run(channel, expect));
    }
  });
}
