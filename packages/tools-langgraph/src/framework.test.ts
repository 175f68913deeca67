import { testServer } from "postgres-for-tests";
import { frameworkScenarios } from "test-suites/frameworks";
import { beforeAll, describe, expect, it } from "vitest";
import { checkpointsUrl, framework } from "./langgraph.fixture.ts";

const database = testServer();
beforeAll(() => {
  process.env[checkpointsUrl] = database.url();
});

const module = new URL("langgraph.fixture.ts", import.meta.url).href;
frameworkScenarios({ describe, it, expect }, framework, module);
