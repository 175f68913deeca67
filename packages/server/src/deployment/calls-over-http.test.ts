import { beforeAll, describe, expect, it } from "vitest";
import { type ServedAgent, servedAgent } from "./served-agent.fixture.ts";
import type { AgentAnswer, ChatBody } from "./stand-in-endpoint.fixture.ts";

const given = (amountUsd: number) => ({ amountUsd, vendor: "Acme", purpose: "pens" });
const json = (amountUsd: number): string =>
  JSON.stringify({ name: "propose_spend", arguments: given(amountUsd) });
const args = JSON.stringify(given(3));
const tagged = (amountUsd: number): string => `<tool_call>${json(amountUsd)}</tool_call>`;
const nine = tagged(9);
const three = tagged(3);

function says(content: string, finish = "stop"): AgentAnswer {
  return { deltas: [{ role: "assistant", content }], finish };
}

/** An answer with native calls. */
function callsOf(calls: readonly (readonly [string, unknown])[], more: object = {}): AgentAnswer {
  const toolCalls = calls.map(([name, text], index) => ({
    index,
    id: `call_${index}`,
    type: "function",
    function: { name, arguments: text },
  }));
  return { deltas: [more, { tool_calls: toolCalls }], finish: "tool_calls" };
}

const buy = (amountUsd: number) => ["propose_spend", JSON.stringify(given(amountUsd))] as const;

/** Sends each character of the content as a delta. */
function byCharacter({ deltas, ...rest }: AgentAnswer): AgentAnswer {
  const all = deltas.flatMap((delta) =>
    "content" in delta && typeof delta.content === "string"
      ? Array.from({ length: delta.content.length }, (_, at) => ({
          content: String(delta.content).charAt(at),
        }))
      : [delta],
  );
  return { deltas: all, ...rest };
}

let server: ServedAgent;
let turns = 0;

/** Runs a turn whose model gives these answers, and then the last one again and again. */
async function turnOf(answers: readonly AgentAnswer[], bytesAtOnce?: number) {
  const asked = server.endpoint.answerAgent(answers, bytesAtOnce);
  turns += 1;
  const { events, assistant, state } = await server.turn(`turn-${turns}`, "Buy pens from Acme.");
  return {
    paid: state.proposals.map(({ amountUsd, status }) => ({ amountUsd, status })),
    errors: events.flatMap((event) => (event.kind === "error" ? [event.message] : [])),
    results: events.flatMap((event) => (event.kind === "tool_result" ? [event.result] : [])),
    asked: asked.length,
    feedback: lastOf(asked[1]),
    assistant,
  };
}

function lastOf(request: ChatBody | undefined): string {
  const content = request?.messages.at(-1)?.content;
  return typeof content === "string" ? content : "";
}

function serve(tools: string): void {
  beforeAll(async () => {
    server = await servedAgent({ OPENAI_TOOLS: tools });
    return server.stop;
  });
}

const done = says("Done.");
const paidThree = [{ amountUsd: 3, status: "executed" }];

const thoughts: readonly (readonly [string, string, string])[] = [
  ["<think>", "<think>maybe ", " no</think>"],
  ["<thinking>", "<thinking>maybe ", " no</thinking>"],
  ["[THINK]", "[THINK]maybe ", " no[/THINK]"],
  ["<seed:think>", "<seed:think>maybe ", " no</seed:think>"],
  ["◁think▷", "◁think▷maybe ", " no◁/think▷"],
  ["a channel", "<|channel>thought maybe ", " no<channel|>"],
  ["a closing tag alone", "maybe ", " no</thought>"],
  ["a tag of no known name", "<muse-7>maybe ", " no</muse-7>"],
  ["no tag", "Thinking Process: maybe ", " no.\n\n"],
  ["no tag, in Chinese", "思考：也许 ", " 不。\n"],
];

const dialects: readonly (readonly [string, string])[] = [
  [
    "DSML",
    `<｜DSML｜tool_calls>\n<｜DSML｜invoke name="propose_spend">\n<｜DSML｜parameter name="amountUsd" string="false">3</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜tool_calls>`,
  ],
  [
    "sections",
    `<|tool_calls_section_begin|><|tool_call_begin|>functions.propose_spend:0<|tool_call_argument_begin|>${args}<|tool_call_end|><|tool_calls_section_end|>`,
  ],
  [
    "an invocation",
    `<minimax:tool_call>\n<invoke name="propose_spend">\n<parameter name="amountUsd">3</parameter>\n</invoke>\n</minimax:tool_call>`,
  ],
  ["brackets", `[TOOL_CALLS][${json(3)}]`],
  ["Python", `<|tool_call_start|>[propose_spend(amountUsd=3, vendor="Acme")]<|tool_call_end|>`],
  ["a function's prefix", `<function=propose_spend>${args}</function>`],
  ["a list of tools", `<tools>${json(3)}</tools>`],
  ["JSON", json(3)],
];

const older: AgentAnswer = {
  deltas: [
    { role: "assistant", content: null, function_call: { name: "propose_spend", arguments: "" } },
    { function_call: { arguments: args.slice(0, 20) } },
    { function_call: { arguments: args.slice(20) } },
  ],
  finish: "function_call",
};

/** The outcome of a turn whose model repeats the answer, and of one whose next answer is another. */
async function outcomeOf(answer: AgentAnswer) {
  const { paid, asked, errors, feedback } = await turnOf([answer]);
  const { assistant } = await turnOf([answer, done]);
  return { paid, asked, errors, feedback, assistant };
}

/** Nothing runs, and the answer is reported to the model once. */
const reported = {
  paid: [],
  asked: 2,
  errors: [expect.stringContaining("not run")],
  feedback: expect.stringContaining("not run"),
  assistant: "Done.",
};

/** Nothing runs, and the turn ends. */
const stopped = {
  paid: [],
  asked: 1,
  errors: [expect.stringContaining("filter stopped the model's answer")],
};

function testBothModes(): void {
  it("reports a call in the field of the older API", async () => {
    expect(await outcomeOf(older)).toEqual(reported);
  });

  it.each(["reasoning_content", "reasoning"])("reports a call in %s alone", async (field) => {
    const deltas = [{ [field]: "Buying.\n" }, { [field]: three }, { content: "" }];
    expect(await outcomeOf({ deltas })).toEqual(reported);
  });

  it("reports an empty answer, and fails at the second one", async () => {
    const empty: AgentAnswer = { deltas: [{ role: "assistant", content: "" }] };
    const { asked, errors, feedback } = await turnOf([empty]);
    expect({ asked, errors }).toEqual({ asked: 2, errors: ["The model gave an empty answer."] });
    expect(feedback).toContain("Your answer was empty");
    expect(await turnOf([empty, done])).toMatchObject({ errors: [], assistant: "Done." });
    const mused = { deltas: [{ reasoning_content: "Hm." }, { content: "<think>Hm.</think>\n" }] };
    expect((await turnOf([mused])).errors).toEqual(["The model gave an empty answer."]);
  });
}

describe("calls in markup over HTTP", () => {
  serve("markup");
  testBothModes();

  it.each(thoughts)("runs no call in a thought in %s", async (_form, opening, closing) => {
    const answer = says(`${opening}${nine}${closing}${three}`);
    expect(await turnOf([answer, done])).toMatchObject({ paid: paidThree, asked: 2 });
    expect(await turnOf([byCharacter(answer), done])).toMatchObject({ paid: paidThree, asked: 2 });
  });

  it("reads an answer whose bytes arrive one by one", async () => {
    const answer = says(`◁think▷${nine}◁/think▷${three}`);
    expect(await turnOf([answer, done], 1)).toMatchObject({ paid: paidThree, asked: 2 });
  });

  it.each(dialects)("reports a call in %s", async (_form, text) => {
    expect(await outcomeOf(says(text))).toEqual(reported);
    expect(await outcomeOf(byCharacter(says(`Buying.\n${text}`)))).toEqual(reported);
  });

  it.each(["content_filter", "refusal", "safety"])("runs nothing after %s", async (finish) => {
    expect(await turnOf([says(`Buying.\n${three}`, finish)])).toMatchObject(stopped);
  });

  it("runs nothing of a refusal", async () => {
    expect(await turnOf([{ deltas: [{ refusal: three }] }])).toMatchObject(stopped);
  });

  it("runs the last block of calls, and reports those before it once", async () => {
    const { paid, errors, feedback } = await turnOf([
      says(`${nine} or ${tagged(8)}?\nNo: ${three}`),
      done,
    ]);
    expect({ paid, errors: errors.length }).toEqual({ paid: paidThree, errors: 1 });
    expect(feedback).toContain("Each of these 2 calls (propose_spend) was not run");
    expect(feedback).toContain('"status":"executed"');
  });

  it.each([
    ["within the call", three.slice(0, -1), []],
    ["in prose after the call", `${three} and`, []],
    ["after the call", `Buying. ${three}`, paidThree],
  ])("reads an answer that was cut %s", async (_where, text, paid) => {
    expect(await turnOf([says(text, "length"), done])).toMatchObject({ paid });
  });

  it.each([
    ["no arguments", '{"name":"check_treasury"}'],
    ["null", '{"name":"check_treasury","arguments":null}'],
    ["null as text", '{"name":"check_treasury","arguments":"null"}'],
    ["an empty text", '{"name":"check_treasury","arguments":""}'],
  ])("runs a call with %s", async (_what, text) => {
    const answer = says(`<tool_call>${text}</tool_call>`);
    const { results, errors } = await turnOf([answer, done]);
    expect({ results, errors }).toMatchObject({ results: [{ balanceUsd: 100 }], errors: [] });
  });
});

describe("native calls over HTTP", () => {
  serve("native");
  testBothModes();

  it.each(thoughts)("runs no call in text in %s", async (_form, opening, closing) => {
    const thought = { content: `${opening}${nine}${closing}` };
    expect(await turnOf([callsOf([buy(3)], thought), done])).toMatchObject({
      paid: paidThree,
      errors: [],
    });
    expect(await outcomeOf(says(`${opening}${nine}${closing}`))).toEqual(reported);
  });

  it("runs no call in the reasoning", async () => {
    const answer = callsOf([buy(3)], { reasoning_content: `maybe ${nine}` });
    expect(await turnOf([answer, done])).toMatchObject({ paid: paidThree, errors: [] });
  });

  it.each([["markup", three] as const, ...dialects])(
    "reports a call in %s",
    async (_form, text) => {
      expect(await outcomeOf(says(text))).toEqual(reported);
      expect(await outcomeOf(byCharacter(says(`Buying.\n${text}`)))).toEqual(reported);
    },
  );

  it.each(["content_filter", "refusal", "safety"])("runs nothing after %s", async (finish) => {
    expect(await turnOf([{ ...callsOf([buy(9), buy(3)]), finish }])).toMatchObject(stopped);
  });

  it("runs nothing beside a refusal", async () => {
    expect(await turnOf([callsOf([buy(3)], { refusal: "I will not." })])).toMatchObject(stopped);
  });

  it("runs no last call of an answer that was cut", async () => {
    const cut = { ...callsOf([buy(3), buy(9)]), finish: "length" };
    const { paid, feedback } = await turnOf([cut, done]);
    expect(paid).toEqual(paidThree);
    expect(feedback).toContain("Your answer was cut");
  });

  it("runs several calls, whose pieces arrive in any division", async () => {
    const whole = callsOf([buy(3), buy(4)]);
    const begun = callsOf([
      ["propose_spend", ""],
      ["propose_spend", ""],
    ]);
    const pieces = [3, 4].flatMap((amountUsd, index) =>
      [...JSON.stringify(given(amountUsd))].map((text) => ({
        tool_calls: [{ index, function: { arguments: text } }],
      })),
    );
    const split = { ...begun, deltas: [...begun.deltas, ...pieces] };
    for (const [answer, bytes] of [
      [whole, 1],
      [split, 97],
    ] as const) {
      const { paid } = await turnOf([answer, done], bytes);
      expect(paid.map(({ amountUsd }) => amountUsd)).toEqual([4, 3]);
    }
  });

  it.each([null, "", "null", "{}"])("runs a call with the arguments %j", async (text) => {
    const { results, errors } = await turnOf([callsOf([["check_treasury", text]]), done]);
    expect({ results, errors }).toMatchObject({ results: [{ balanceUsd: 100 }], errors: [] });
  });

  it("runs a call whose optional arguments are null", async () => {
    const text = JSON.stringify({ ...given(3), category: null, currency: null });
    const { paid } = await turnOf([callsOf([["propose_spend", text]]), done]);
    expect(paid).toEqual(paidThree);
  });
});
