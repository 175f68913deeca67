import { frameworkScenarios } from "test-suites/frameworks";
import { describe, expect, it } from "vitest";
import { framework } from "./openai-agents.fixture.ts";

const module = new URL("openai-agents.fixture.ts", import.meta.url).href;
frameworkScenarios({ describe, it, expect }, framework, module);
