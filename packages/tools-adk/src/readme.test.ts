import { quickStartTest } from "test-suites/frameworks";
import { expect, it } from "vitest";
import { runQuickStart } from "./quick-start.fixture.ts";

quickStartTest({ it, expect }, new URL("../", import.meta.url), runQuickStart);
