import type { LanguageModel, ToolCalling } from "@agent-treasury/provider";
import { trace } from "@opentelemetry/api";
import { expect, it } from "vitest";
import { says, testModel } from "../agent/test-model.fixture.ts";
import { tracedModel } from "./traced-agent.ts";

it("reads the model's properties for each call, because the environment may set them later", () => {
  let set: { modelId: string; toolCalls?: ToolCalling } = { modelId: "unnamed" };
  const model: LanguageModel = {
    ...testModel(says("Hello.")),
    get modelId() {
      return set.modelId;
    },
    get toolCalls() {
      return set.toolCalls ?? "markup";
    },
  };
  const traced = tracedModel(model, trace.getTracer("test"));
  expect([traced.modelId, traced.toolCalls]).toEqual(["unnamed", "markup"]);
  set = { modelId: "gpt-5-mini", toolCalls: "native" };
  expect([traced.modelId, traced.toolCalls]).toEqual(["gpt-5-mini", "native"]);
});
