import { frameworkScenarios } from "test-suites/frameworks";
import { describe, expect, it } from "vitest";
import { framework } from "./claude-agent.fixture.ts";

const module = new URL("claude-agent.fixture.ts", import.meta.url).href;
frameworkScenarios({ describe, it, expect }, framework, module, true);
