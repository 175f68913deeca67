import { frameworkScenarios } from "test-suites/frameworks";
import { describe, expect, it } from "vitest";
import { framework } from "./ai-sdk.fixture.ts";

const module = new URL("ai-sdk.fixture.ts", import.meta.url).href;
frameworkScenarios({ describe, it, expect }, framework, module);
