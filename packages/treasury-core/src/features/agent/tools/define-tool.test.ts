import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as v from "valibot";
import { describe, expect, expectTypeOf, it } from "vitest";
import * as z from "zod";
import { type AgentTool, createTreasury, defineTool } from "../../../index.ts";
import { memoryStorage } from "../../../memory.ts";
import { type Answer, calls, says, testModel } from "../test-model.fixture.ts";

const definition = { name: "order_part", description: "Order a part.", effect: "write" } as const;

const withZod = defineTool({
  ...definition,
  parameters: z.object({ part: z.string().min(2), count: z.int().default(1) }),
  execute: (input) => {
    expectTypeOf(input).toEqualTypeOf<{ part: string; count: number }>();
    return { ordered: input };
  },
});

const withValibot = defineTool({
  ...definition,
  parameters: toStandardJsonSchema(
    v.object({
      part: v.pipe(v.string(), v.minLength(2)),
      count: v.optional(v.pipe(v.number(), v.integer()), 1),
    }),
  ),
  execute: (input) => {
    expectTypeOf(input).toEqualTypeOf<{ part: string; count: number }>();
    return { ordered: input };
  },
});

const withArktype = defineTool({
  ...definition,
  parameters: type({ part: "string >= 2", count: "number.integer = 1" }),
  execute: (input) => {
    expectTypeOf(input).toEqualTypeOf<{ part: string; count: number }>();
    return { ordered: input };
  },
});

const execute = (): null => null;

function refusal(define: () => unknown): unknown {
  try {
    return define();
  } catch (error) {
    return error;
  }
}

/** Runs one turn in which the model calls the tool, and returns the result event. */
async function resultOf(tool: AgentTool, answer: Answer): Promise<unknown> {
  const treasury = createTreasury({
    baseUrl: "http://localhost:3000",
    storage: memoryStorage(),
    model: testModel(answer, says("Done.")),
    tools: [tool],
  });
  const { events } = await treasury.runTurn({ message: "Go." });
  await treasury.close();
  return events.find(({ kind }) => kind === "tool_result");
}

describe.each([
  ["zod", withZod],
  ["valibot", withValibot],
  ["arktype", withArktype],
] as const)("a tool with %s parameters", (_library, tool: AgentTool) => {
  it("describes its arguments to the model, where a field with a default is optional", () => {
    expect(tool.parametersSchema).toMatchObject({
      type: "object",
      properties: { part: { type: "string", minLength: 2 }, count: { type: "integer" } },
      required: ["part"],
    });
    expect(tool.parametersSchema).not.toHaveProperty("$schema");
  });

  it("receives the schema's output", async () => {
    const result = await resultOf(tool, calls("order_part", { part: "valve" }));
    expect(result).toMatchObject({ ok: true, result: { ordered: { part: "valve", count: 1 } } });
  });

  it("is not run with invalid arguments, and the model receives the reason", async () => {
    const result = await resultOf(tool, calls("order_part", { part: 7 }));
    expect(result).toMatchObject({ ok: false, result: { error: expect.stringContaining("part") } });
  });
});

describe("the context of a call", () => {
  it("has an idempotency key that is unique to the call", async () => {
    const keys: string[] = [];
    const tool = defineTool({
      ...definition,
      parameters: z.object({}),
      execute: (_input, { idempotencyKey }) => keys.push(idempotencyKey),
    });
    const twice = [...calls("order_part").slice(0, 1), ...calls("order_part")];
    await resultOf(tool, twice);
    await resultOf(tool, twice);
    expect(new Set(keys).size).toBe(4);
  });
});

describe("defineTool rejects", () => {
  const schema = { type: "object", properties: { part: { type: "string" } } };
  it("a schema without JSON Schema, unless `parametersSchema` is given", () => {
    const parameters = v.object({ part: v.string() });
    expect(refusal(() => defineTool({ ...definition, parameters, execute }))).toMatchObject({
      code: "invalid_request",
      message: expect.stringMatching(
        /order_part.*valibot.*parametersSchema.*toStandardJsonSchema/s,
      ),
    });
    const given = defineTool({ ...definition, parameters, parametersSchema: schema, execute });
    expect(given.parametersSchema).toEqual(schema);
  });

  it("a schema of a type that JSON cannot represent", () => {
    const parameters = z.object({ when: z.date() });
    expect(refusal(() => defineTool({ ...definition, parameters, execute }))).toMatchObject({
      code: "invalid_request",
      message: expect.stringMatching(/order_part.*Date.*parametersSchema/s),
    });
  });

  it("parameters that are not an object", () => {
    expect(
      refusal(() => defineTool({ ...definition, parameters: z.string(), execute })),
    ).toMatchObject({
      message: expect.stringContaining("must be an object"),
    });
  });

  it.each(["", "order part", "1st", "order-part", "x".repeat(65)])("the name %j", (name) => {
    const parameters = z.object({});
    expect(refusal(() => defineTool({ ...definition, name, parameters, execute }))).toMatchObject({
      code: "invalid_request",
      message: expect.stringContaining(JSON.stringify(name)),
    });
  });

  it("an empty description", () => {
    const parameters = z.object({});
    expect(
      refusal(() => defineTool({ ...definition, description: " ", parameters, execute })),
    ).toMatchObject({ message: expect.stringContaining("description") });
  });
});
