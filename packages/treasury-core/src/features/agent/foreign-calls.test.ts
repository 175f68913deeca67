import type { ModelPart } from "@agent-treasury/provider";
import { missedCallFinder, onlyLastBlock } from "@agent-treasury/tool-call-markup";
import { describe, expect, it } from "vitest";
import { readAnswer } from "./read-answer.ts";
import { type Answer, says, stop, testModel } from "./test-model.fixture.ts";
import { testDeployment } from "./two-processes.fixture.ts";

const given = { amountUsd: 3, vendor: "Acme", purpose: "pens" };
const json = JSON.stringify({ name: "propose_spend", arguments: given });
const args = JSON.stringify(given);

async function turnOf(calling: "markup" | "native", ...answers: readonly Answer[]) {
  const model = Object.assign(testModel(...answers), { toolCalls: calling });
  const { events, assistant } = await testDeployment().open(model).runTurn({ message: "Go." });
  return {
    ran: events.filter(({ kind }) => kind === "tool_call").length,
    errors: events.flatMap((event) => (event.kind === "error" ? [event.message] : [])),
    asked: model.requests.length,
    response: model.requests.at(-1)?.messages.at(-1)?.content ?? "",
    roles: model.requests.at(-1)?.messages.map(({ role }) => role) ?? [],
    assistant,
  };
}

const forms: readonly (readonly [string, string])[] = [
  [
    "tags of DeepSeek",
    `<｜DSML｜tool_calls>\n<｜DSML｜invoke name="propose_spend">\n</｜DSML｜tool_calls>`,
  ],
  [
    "older tags of DeepSeek",
    `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>propose_spend\n${args}`,
  ],
  [
    "sections",
    `<|tool_calls_section_begin|><|tool_call_begin|>functions.propose_spend:0<|tool_call_argument_begin|>${args}`,
  ],
  [
    "an invocation",
    `<minimax:tool_call>\n<invoke name="propose_spend">\n<parameter name="amountUsd">3</parameter>\n</invoke>`,
  ],
  ["a list in brackets", `[TOOL_CALLS][${json}]`],
  ["a name in brackets", `[TOOL_CALLS]propose_spend[ARGS]${args}`],
  ["Python", `<|tool_call_start|>[propose_spend(amountUsd=3, vendor="Acme")]<|tool_call_end|>`],
  ["bare Python", `[propose_spend(amountUsd=3, vendor="Acme", purpose="pens")]`],
  ["a function's prefix", `<function=propose_spend>${args}</function>`],
  ["a tag of the tool's name", `<propose_spend>\n<amountUsd>3</amountUsd>\n</propose_spend>`],
  ["a list of tools", `<tools>${json}</tools>`],
  ["a channel", `<|channel|>commentary to=functions.propose_spend<|message|>${args}<|call|>`],
  ["actions", `Action: propose_spend\nAction Input: ${args}`],
  ["the API's own form", `{"tool_calls":[{"type":"function","function":${json}}]}`],
  ["a prefix and a suffix", `<|tools_prefix|>[{"propose_spend": ${args}}]<|tools_suffix|>`],
  ["a prefix alone", "I buy.<|tools_prefix|>["],
  ["an object of the tool's name", `{"propose_spend": ${args}}`],
  ["an action between tokens", `I buy.<|START_ACTION|>[\n{"tool_name": "propose_`],
  ["a message to a tool", ` to=functions.propose_spend<|channel|>analysis<|message|>${args}`],
  ["a message to tools of another name", `I buy. to=tools.buy<|message|>${args}`],
  ["a function of another script", "<function=支付>\n<parameter=金额>3</parameter>\n</function>"],
  ["a name in spaces", `<function name=" pay ">${args}</function>`],
  ["its end", "I buy.<parameter=amountUsd>3</parameter>\n</function>"],
  [
    "a call of FunctionGemma",
    `<start_function_call>call:propose_spend{amountUsd:3}<end_function_call>`,
  ],
  ["Python by position", '```tool_code\npropose_spend(3, "Acme", "pens")\n```'],
  ["Python with a dictionary", `I buy. propose_spend(**${args})`],
  ["Python with a list", "propose_spend([3])"],
  ["flat arguments", `{"name": "propose_spend", ${args.slice(1)}`],
  ["flat arguments under another key", `I buy. {"tool": "propose_spend", ${args.slice(1)}`],
  ["a method", `{"jsonrpc": "2.0", "method": "propose_spend", "params": ${args}}`],
  ["lines of a tool", `Tool: propose_spend\nArguments: ${args}`],
  ["lines in bold", `**Function:** propose_spend\n**Parameters:** ${args}`],
  ["a suggestion", `***** Suggested tool call (call_1): propose_spend *****\nArguments:\n${args}`],
  ["YAML", "```yaml\ntool: propose_spend\nargs:\n  amountUsd: 3\n```"],
  ["a line and its parameters", "propose_spend\namountUsd: 3\nvendor: Acme"],
  ["a command", "propose_spend --amountUsd 3 --vendor Acme"],
  ["assignments", "/propose_spend amountUsd=3 vendor=Acme"],
  ["a name and a colon", `propose_spend: ${args}`],
  ["a name and an arrow", `\`propose_spend\` => ${args}`],
  [
    "elements",
    "<tool_name>propose_spend</tool_name>\n<parameters>\n<amountUsd>3</amountUsd>\n</parameters>",
  ],
  ["an element", "<tool>propose_spend</tool><amountUsd>3</amountUsd>"],
  ["an action in brackets", "Action: propose_spend[3, Acme, pens]"],
  [
    "a name after long arguments",
    `I buy. {"arguments": {"purpose": "${"x".repeat(900)}"}, "name": "propose_spend"}`,
  ],
];

describe.each(["markup", "native"] as const)(
  "a call in another form, to a model with %s",
  (calling) => {
    it.each(forms)("as %s is reported to the model and not run", async (_title, text) => {
      const { ran, response, errors, assistant } = await turnOf(
        calling,
        says(text),
        says("Enough."),
      );
      expect({ ran, assistant, errors: errors.length }).toEqual({
        ran: 0,
        assistant: "Enough.",
        errors: 1,
      });
      expect(response).toContain("not run");
    });

    it.each(forms)("as %s is reported once, and then the answer", async (_title, text) => {
      const { ran, asked, errors } = await turnOf(calling, says(text));
      expect({ ran, asked, errors: errors.length }).toEqual({ ran: 0, asked: 2, errors: 1 });
    });

    it("in an older field of the API is reported and not run", async () => {
      const answer: Answer = [
        { kind: "finish", reason: "stop", usage: null, strayCall: `propose_spend ${args}` },
      ];
      const { ran, response, asked } = await turnOf(calling, answer, says("Enough."));
      expect({ ran, asked }).toEqual({ ran: 0, asked: 2 });
      expect(response).toContain("not run");
    });

    it("in the reasoning alone is reported and not run", async () => {
      const reasoning = `Buying.\n<tool_call>${json}</tool_call>`;
      const answer: Answer = [{ kind: "finish", reason: "stop", usage: null, reasoning }];
      const { ran, response } = await turnOf(calling, answer, says("Enough."));
      expect(ran).toBe(0);
      expect(response).toContain("inside your thoughts");
    });

    it.each([
      "I used propose_spend to buy pens (three of them) for Acme.",
      "The tools are `check_treasury` and `propose_spend`.",
      "See [tool calls](https://a.example) and the <b>functions</b> of the page.",
      "```ts\nfunction propose(name: string) { return { name }; }\n```",
      '{"name": "Acme", "amountUsd": 3}',
      "It sends the page to=3, and `to=` is empty. <|transaction|>",
      "<｜tool▁outputs▁begin｜>{}<｜tool▁outputs▁end｜> Done.",
      "<|START_TOOL_PLAN|>I compare prices.<|END_TOOL_PLAN|> Done.",
      "<|TOOL_PLAN|>I compare prices. <|action_plan|> <|tool_list|> <|available_tools|> <|tool_choice|>",
      "The page has `<action>` and `<function>` in its list.",
      "I used propose_spend (3 times) and check_treasury: both work.",
      "The function: it pays.\nParameters: see the page.",
      "Tool: propose_spend is the one that pays.\n\nArguments: there are several.",
      "**propose_spend** proposes a spend. Its purpose: to pay a vendor.",
      "<li><b>propose_spend</b> and <code>check_treasury</code></li>",
      '{"name": "propose_spend", "description": "Proposes a spend."}',
      '{"status": "done", "by": "propose_spend"}',
      "- propose_spend\n- check_treasury",
      "<answer>Done.</answer>",
      "Array<Tool>, a < b, f(x) = 3, and if (a) { b: 1 }",
    ])("is not found in ordinary prose: %s", async (text) => {
      const { asked, errors, assistant } = await turnOf(calling, says(text));
      expect({ asked, errors, assistant }).toEqual({ asked: 1, errors: [], assistant: text });
    });
  },
);

/** What is reported of an answer in pieces, and which of its calls run. */
async function readPieces(
  calling: "markup" | "native",
  pieces: readonly string[],
): Promise<string> {
  const parts = pieces.map((text): ModelPart => ({ kind: "text", text }));
  const signal = new AbortController().signal;
  const request = { messages: [], maximumOutputTokens: 100, signal };
  const answer = await readAnswer(testModel([...parts, stop]), request, calling, () => {});
  const markup = onlyLastBlock(answer.markup, false, () => true);
  const missedCall = missedCallFinder(new Map([["propose_spend", Object.keys(given)]]));
  return JSON.stringify([markup, missedCall(answer)]);
}

const tagged = `<tool_call>${json}</tool_call>`;
const held: readonly (readonly [string, string])[] = [
  ["a draft in prose", `maybe ${tagged} no.\n\n1. ${tagged}\n2. ${tagged}`],
  ["a draft before thoughts", `${tagged}[THINK]${tagged}[/THINK]◁think▷${tagged}◁/think▷${tagged}`],
  ["a quotation", `Read "${tagged}" there.`],
  ["an enclosed call", `<plan-17>maybe ${tagged} no</plan-17>`],
];

describe.each(["markup", "native"] as const)("an answer of a model with %s", (calling) => {
  it.each([...forms, ...held])("with %s is read alike however it is split", async (_form, text) => {
    const outcomes = new Set([await readPieces(calling, [...text])]);
    for (let cut = 0; cut <= text.length; cut += 1) {
      outcomes.add(await readPieces(calling, [text.slice(0, cut), text.slice(cut)]));
    }
    expect([...outcomes]).toEqual([expect.stringContaining("not run")]);
  });
});

describe.each(["markup", "native"] as const)("an empty answer of a model with %s", (calling) => {
  it("is reported once, and is then an error", async () => {
    const { asked, errors } = await turnOf(calling, [stop]);
    expect({ asked, errors }).toEqual({ asked: 2, errors: ["The model gave an empty answer."] });
  });

  it("may be followed by an answer", async () => {
    const { assistant, errors, response } = await turnOf(calling, [stop], says("Done."));
    expect({ assistant, errors }).toEqual({ assistant: "Done.", errors: [] });
    expect(response).toContain("Your answer was empty");
  });
});

describe("an answer that the provider's filter stopped", () => {
  const end: ModelPart = { kind: "finish", reason: "refusal", usage: null };

  it("runs no call in markup", async () => {
    const text: ModelPart = { kind: "text", text: `Buying. <tool_call>${json}</tool_call>` };
    const { ran, asked, errors, assistant } = await turnOf("markup", [text, end]);
    expect({ ran, asked, assistant }).toEqual({ ran: 0, asked: 1, assistant: "Buying." });
    expect(errors).toEqual([expect.stringContaining("filter stopped")]);
  });

  it("runs no native call", async () => {
    const call: ModelPart = {
      kind: "call",
      call: { id: "1", name: "propose_spend", arguments: args },
    };
    const { ran, asked, errors } = await turnOf("native", [call, call, end]);
    expect({ ran, asked }).toEqual({ ran: 0, asked: 1 });
    expect(errors).toEqual([expect.stringContaining("Its calls were not run")]);
  });
});
