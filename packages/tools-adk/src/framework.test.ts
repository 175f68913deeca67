import { frameworkScenarios } from "test-suites/frameworks";
import { describe, expect, it } from "vitest";
import { framework } from "./adk.fixture.ts";

const module = new URL("adk.fixture.ts", import.meta.url).href;
frameworkScenarios({ describe, it, expect }, framework, module);
