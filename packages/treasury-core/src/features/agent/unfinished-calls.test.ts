import type { ModelPart } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { type Answer, says, testModel } from "./test-model.fixture.ts";
import { testDeployment } from "./two-processes.fixture.ts";

const message = "What is there?";
const json = '{"name": "check_treasury", "arguments": {}}';

async function turnOf(...answers: readonly Answer[]) {
  const model = testModel(...answers);
  const { events, assistant } = await testDeployment().open(model).runTurn({ message });
  const ran = events.filter(({ kind }) => kind === "tool_call").length;
  const errors = events.flatMap((event) => (event.kind === "error" ? [event.message] : []));
  const asked = model.requests.length;
  return {
    ran,
    errors,
    asked,
    assistant,
    lastMessage: model.requests.at(-1)?.messages.at(-1)?.content,
  };
}

function ends(text: string, reason: "stop" | "length"): readonly ModelPart[] {
  return [
    { kind: "text", text },
    { kind: "finish", reason, usage: null },
  ];
}

describe("a call without its closing tag", () => {
  it.each([
    ["and nothing after it", `<tool_call>${json}`],
    ["in a fence", `<tool_call>\n\`\`\`json\n${json}\n\`\`\``],
    ["whose closing tag is cut before its last character", `<tool_call>${json}</tool_call`],
    ["after another call", `<tool_call>${json}</tool_call>\n<tool_call>${json}\n`],
  ])("%s is run if the model ended its answer", async (_title, text) => {
    const { ran, errors, assistant } = await turnOf(ends(text, "stop"), says("Enough."));
    expect({ errors, assistant }).toEqual({ errors: [], assistant: "Enough." });
    expect(ran).toBe(text.split("<tool_call>").length - 1);
  });

  it.each([
    ["the answer was cut", `<tool_call>${json}`, "length"],
    ["the JSON is incomplete", `<tool_call>${json.slice(0, -1)}`, "stop"],
    ["prose follows the JSON", `<tool_call>${json} and then`, "stop"],
  ] as const)("is not run where %s", async (_title, text, reason) => {
    const { ran, errors } = await turnOf(ends(text, reason), says("Enough."));
    expect(ran).toBe(0);
    expect(errors.join()).toContain("could not be read");
  });
});

describe("a call whose arguments contain __proto__", () => {
  it("is rejected, and the model receives the reason", async () => {
    const text = '<tool_call>{"name":"check_treasury","arguments":{"__proto__":{}}}</tool_call>';
    const { ran, lastMessage } = await turnOf(says(text), says("Enough."));
    expect(ran).toBe(0);
    expect(lastMessage).toContain("__proto__");
  });
});

describe("a call without valid markup", () => {
  const written: readonly (readonly [string, string])[] = [
    [
      "inside a thought without later prose",
      `<think>I call.<tool_call>${json}</tool_call></think>`,
    ],
    ["inside a thought that is not closed", `<think>I call.<tool_call>${json}</tool_call>`],
    ["as bare JSON", json],
    ["as bare JSON after prose", `I will look.\n${json}\n`],
    ["as JSON in a fence", `I will look.\n\`\`\`json\n${json}\n\`\`\`\nDone.`],
    ["as an array in a fence", `\`\`\`\n[${json}]\n\`\`\``],
    ["with parameters", '{"name": "check_treasury", "parameters": {}}'],
  ];

  it.each(written)("%s is reported to the model and not run", async (_title, text) => {
    const { ran, lastMessage, assistant } = await turnOf(says(text), says("Enough."));
    expect(ran).toBe(0);
    expect(lastMessage).toContain("was not run");
    expect(assistant).toBe("Enough.");
  });

  it.each(written)("%s is reported once", async (_title, text) => {
    const { ran, asked, errors } = await turnOf(says(text));
    expect({ ran, asked }).toEqual({ ran: 0, asked: 2 });
    expect(errors).toHaveLength(1);
  });

  it.each([
    ["a thought with a call, and an answer after it", `<think><tool_call>${json}</think>Enough.`],
    ["JSON of no tool", '{"name": "Acme", "arguments": {}}'],
    ["JSON without arguments", '{"name": "check_treasury"}'],
    ["a tool's name in prose", "I used check_treasury {as you see}."],
    ["invalid JSON", "{ name: check_treasury, arguments: {} }"],
  ])("is not found in %s", async (_title, text) => {
    const { asked, errors } = await turnOf(says(text), says("Never asked."));
    expect({ asked, errors }).toEqual({ asked: 1, errors: [] });
  });
});
