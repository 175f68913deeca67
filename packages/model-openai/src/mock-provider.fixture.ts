import { LLMock } from "@copilotkit/aimock";
import { afterAll, beforeAll, beforeEach } from "vitest";

/** A provider on the loopback address, reset before each test of a file. */
export function mockProvider(): LLMock {
  const provider = new LLMock({ port: 0, host: "127.0.0.1" });
  beforeAll(() => provider.start());
  afterAll(() => provider.stop());
  beforeEach(() => {
    provider.clearFixtures();
    provider.clearRequests();
  });
  return provider;
}
