import { quickStartTest } from "test-suites/frameworks";
import { beforeEach, expect, it, vi } from "vitest";
import { runsFile } from "./mastra.fixture.ts";
import { runQuickStart } from "./quick-start.fixture.ts";

beforeEach(() => {
  vi.stubEnv("RUNS_URL", `file:${runsFile()}`);
  return () => void vi.unstubAllEnvs();
});
quickStartTest({ it, expect }, new URL("../", import.meta.url), runQuickStart);
