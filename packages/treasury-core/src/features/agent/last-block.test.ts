import { callFormFinder, onlyLastBlock, parseMarkup } from "@agent-treasury/tool-call-markup";
import * as fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { type Answer, says, stop, testModel } from "./test-model.fixture.ts";
import { testDeployment } from "./two-processes.fixture.ts";

function spend(amountUsd: number): string {
  const given = { amountUsd, vendor: "Acme", purpose: "pens" };
  return `<tool_call>${JSON.stringify({ name: "propose_spend", arguments: given })}</tool_call>`;
}

const look = '<tool_call>{"name": "check_treasury", "arguments": {}}</tool_call>';
const nine = spend(9);
const three = spend(3);

const findCallForm = callFormFinder(
  new Map([
    ["propose_spend", ["amountUsd", "vendor", "purpose"]],
    ["check_treasury", []],
  ]),
);

const isWrite = (name: string): boolean => name === "propose_spend";

async function turnOf(...answers: readonly Answer[]) {
  const model = testModel(...answers, says("Enough."));
  const { events, assistant } = await testDeployment().open(model).runTurn({ message: "Go." });
  const called = events.flatMap((event) => (event.kind === "tool_call" ? [event] : []));
  return {
    amounts: called.flatMap(({ arguments: { amountUsd } }) =>
      amountUsd === undefined ? [] : [amountUsd],
    ),
    tools: called.map(({ tool }) => tool),
    errors: events.flatMap((event) => (event.kind === "error" ? [event.message] : [])),
    thoughts: events.flatMap((event) => (event.kind === "thought" ? [event.text] : [])),
    response: model.requests[1]?.messages.at(-1)?.content ?? "",
    asked: model.requests.length,
    assistant,
  };
}

describe("a draft of a spend before the calls of an answer", () => {
  it.each([
    ["in <thinking>", `<thinking>maybe ${nine} no</thinking>${three}`],
    ["in [THINK]", `[THINK]maybe ${nine} no[/THINK]${three}`],
    ["in a tag of no known name", `<plan-17>maybe ${nine} no</plan-17>${three}`],
    ["in braces of no known name", `{{musing}} maybe ${nine} no {{/musing}}\n${three}`],
    ["whose thought is only closed", `maybe ${nine} no</thought>${three}`],
    ["without any tag", `Thinking Process: maybe ${nine} no.\n\n${three}`],
    ["in Chinese", `思考：也许 ${nine} 不。\n${three}`],
    ["after another draft", `1. ${spend(8)} or ${nine}? Neither.\n${three}`],
    ["in a quotation of a page", `The page says ${nine}. I ignore that.\n\n${three}`],
    [
      "before a response that the model invents",
      `${nine}<tool_response>{}</tool_response>${three}`,
    ],
    ["before a later thought", `${nine}<think>no, less</think>${three}`],
    ["before an answer in its tag", `<think>maybe ${nine} no</think><answer>${three}</answer>`],
    ["before a response", `<think>maybe ${nine} no</think>\n<response>\n${three}\n</response>\n`],
    [
      "before a solution",
      `<|begin_of_thought|>maybe ${nine} no<|end_of_thought|>\n\n<|begin_of_solution|>I buy. ${three}<|end_of_solution|><|im_end|>`,
    ],
    [
      "before a response in tokens",
      `<|START_THINKING|>${nine}<|END_THINKING|><|START_RESPONSE|>${three}<|END_RESPONSE|>`,
    ],
    ["before an output", `<plan-17>maybe ${nine} no</plan-17>\n<output>${three}</output><|eot|>`],
    ["before the end of a turn", `<think>maybe ${nine} no</think>${three}<|endofturn|>`],
    ["before a role", `<think>maybe ${nine} no</think>${three}<|observation|>`],
  ])("%s is not run, and the calls are", async (_title, text) => {
    const { amounts } = await turnOf(says(text));
    expect(amounts).toEqual([3]);
  });

  it("is reported to the model once per answer", async () => {
    const { errors, response } = await turnOf(
      says(`${nine} or ${spend(8)}? No.\n${spend(7)} no\n${three}`),
    );
    expect(errors).toHaveLength(1);
    expect(response).toContain("Each of these 3 calls (propose_spend) was not run");
    expect(response).toContain('"status":"executed"');
  });

  it("is reported in each answer that has one", async () => {
    const text = `maybe ${nine} no\n${look}`;
    const { errors, asked } = await turnOf(says(text), says(text));
    expect({ errors: errors.length, asked }).toEqual({ errors: 2, asked: 3 });
  });

  it("does not stop a call that only reads", async () => {
    const { tools } = await turnOf(says(`First I look. ${look}\nNow I buy. ${three}`));
    expect(tools).toEqual(["check_treasury", "propose_spend"]);
  });
});

describe("the last calls of an answer", () => {
  it.each([
    ["in one line", `${spend(9)}${three}`],
    ["on lines of their own", `Buying.\n${spend(9)}\n\n${three}\n`],
    ["in a list", `1. ${spend(9)}\n2. ${three}`],
    ["in a fence", `\`\`\`json\n${spend(9)}\n${three}\n\`\`\``],
    ["in a fence each", `\`\`\`xml\n${spend(9)}\n\`\`\`\n\`\`\`xml\n${three}\n\`\`\`\n`],
    ["before prose", `${spend(9)}${three}\nI bought "pens" (two kinds) as you said.`],
    ["before prose with a list", `I am glad :(\n${spend(9)}${three}\n- pens\n- <b>paper</b>`],
    [
      "before the name of a closing tag in code",
      `${spend(9)}${three}\nI left \`</div>\` as it is.`,
    ],
    ["before an arrow", `${spend(9)}${three}\nbalance --> less`],
    ["after a measure in inches", `A 24" screen. ${spend(9)}${three}\nIt is 24" wide.`],
    ["before a token that ends the answer", `${spend(9)}${three}<|im_end|>\n</s>`],
    ["in a wrapper", `<tool_calls>\n${spend(9)}\n${three}\n</tool_calls>`],
    ["after a thought", `<think>(hm </think>${spend(9)}${three}\ndone)`],
  ])("%s are run", async (_title, text) => {
    const { amounts, errors } = await turnOf(says(text));
    expect({ amounts, errors }).toEqual({ amounts: [9, 3], errors: [] });
  });

  it.each([
    ["in a tag of no known name", `<plan-17>maybe ${nine} no</plan-17>`],
    [
      "before a closing tag whose opener is in the prompt",
      `maybe ${nine} no</plan-17>I do nothing.`,
    ],
    ["before the end of an answer whose opener is in the prompt", `maybe ${nine} no</answer>`],
    ["in an answer before prose", `<answer>maybe ${nine}</answer> No.`],
    ["in a quoted answer", `The page has <answer>${nine}</answer>`],
    ["in an answer with another end", `<answer>${nine}</response>`],
    ["in a thought in an answer", `<answer><plan-17>${nine}</plan-17></answer>`],
    ["before a closing token", `maybe ${nine} no<|plan_end|>I do nothing.`],
    ["before a closing tag in square brackets", `[MUSE]maybe ${nine} no[/MUSE] Nothing.`],
    ["in parentheses", `I do nothing (not even ${nine}).`],
    ["in a quotation", `The page says "${nine}" and I ignore it.`],
    ["in JSON after a text that ends in a digit", `{"id": "p17", "text": "${nine}", "by": "x"}`],
    ["in a quotation after one that ends in a digit", `Read "no 5" and "${nine}" there.`],
    ["in typographic quotation marks", `The page says “${nine}” and I ignore it.`],
    ["in brackets of another script", `页面说「${nine}」。`],
    ["in code of a line", `The form is \`${nine}\`.`],
    [
      "in a fence with an explanation after it",
      `The page says:\n\`\`\`\n${nine}\n\`\`\`\nI ignore it.`,
    ],
    ["in a quoted line", `The page says:\n> ${nine}\nI ignore it.`],
    ["in a comment", `<!-- ${nine} --> Nothing.`],
    ["struck out", `~~${nine}~~ Nothing.`],
  ])("%s are not run, and reported", async (_title, text) => {
    const { amounts, errors, asked } = await turnOf(says(text));
    expect({ amounts, asked, errors: errors.length }).toEqual({ amounts: [], asked: 2, errors: 1 });
  });

  it.each([
    ["not run before prose", `${nine} no, that is`, 0],
    ["not run before a thought", `${nine}<think>no`, 0],
    ["run before a call that was cut", `${nine}<tool_call>{"name": "prop`, 1],
  ])("of an answer that was cut are %s", async (_title, text, count) => {
    const cut: Answer = [
      { kind: "text", text },
      { kind: "finish", reason: "length", usage: null },
    ];
    expect((await turnOf(cut)).amounts).toHaveLength(count);
  });
});

describe("a known form of a thought", () => {
  it("is a thought of the turn, and not a part of the answer", async () => {
    for (const text of [
      "<thinking>Hm.</thinking>Done.",
      "[THINK]Hm.[/THINK]Done.",
      "Hm.</reasoning>Done.",
    ]) {
      const { thoughts, assistant } = await turnOf(says(text));
      expect({ thoughts, assistant }).toEqual({ thoughts: ["Hm."], assistant: "Done." });
    }
  });
});

describe("any answer", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      nine,
      three,
      look,
      "<a>",
      "</a>",
      "(",
      ")",
      '"',
      "`",
      "```",
      "\n> ",
      "x ",
      "[/b]",
    ),
    fc.string({ maxLength: 4 }),
  );
  const answer = fc.array(piece, { maxLength: 16 }).map((parts) => parts.join(""));

  it("runs no call that the parser does not find, in the same order", () => {
    fc.assert(
      fc.property(answer, fc.boolean(), (text, isCut) => {
        const all = parseMarkup(text);
        const left = onlyLastBlock(all, isCut, isWrite).filter((event) => event.kind === "call");
        const found = all.filter((event) => left.some((one) => one === event));
        expect(left).toEqual(found);
      }),
    );
  });

  it("runs no spend before a word that follows it", () => {
    fc.assert(
      fc.property(answer, (text) => {
        const events = onlyLastBlock(parseMarkup(`${nine} no ${text}${three}`), false, isWrite);
        expect(JSON.stringify(events[0])).toContain("was not run");
      }),
    );
  });

  it.each(
    [
      [
        "<a",
        "(",
        '"',
        "`",
        "```",
        "``` ",
        "\n> ",
        "[/",
        "<|end|>",
        " ",
        "1",
        "<a>",
        "</",
        "-->",
        "◁",
      ],
      [`<${"a".repeat(58)}${" ".repeat(140)}`, "<tool_call_", "<function=a ", "[TOOL_", "Action:"],
      [
        "\nAction: x\n",
        "<answer>",
        "</answer>",
        "propose_spend vendor",
        '"tool": "propose_spend"',
        "propose_spend",
        "propose_spend ",
        "propose_spend<a>",
        "functools[",
      ],
      ['"name":"propose_spend",', "{", "~~", "<|channel|>to", "1. ", "```a"],
    ].flat(),
  )("is searched in linear time: %j", (part) => {
    const filler = part.repeat(4_000 / part.length);
    const text = `${filler}${nine}${filler}`;
    const events = parseMarkup(text);
    const { characters, unbounded } = searchesOf(() => {
      onlyLastBlock(events, false, isWrite);
      findCallForm(text);
    });
    expect(unbounded).toEqual([]);
    expect(characters).toBeGreaterThan(text.length);
    expect(characters).toBeLessThan(40 * text.length);
  });
});

/**
 * Counts the characters between the beginning and the end of each search with a pattern. Such a
 * search is linear if no repetition in its pattern is unbounded.
 */
function searchesOf(run: () => void): { characters: number; unbounded: readonly string[] } {
  const sources = new Set<string>();
  let characters = 0;
  const { exec } = RegExp.prototype;
  const spy = vi.spyOn(RegExp.prototype, "exec").mockImplementation(function search(
    this: RegExp,
    text,
  ) {
    const from = this.global ? this.lastIndex : 0;
    const found = exec.call(this, text);
    characters += (found === null ? text.length : found.index + found[0].length) - from;
    sources.add(this.source);
    return found;
  });
  run();
  spy.mockRestore();
  return { characters, unbounded: [...sources].filter(isUnbounded) };
}

function isUnbounded(source: string): boolean {
  return /[*+]|,\}/.test(source.replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]/gu, "x"));
}

it("an answer without calls is unchanged", async () => {
  expect((await turnOf([{ kind: "text", text: "Done (all)." }, stop])).assistant).toBe(
    "Done (all).",
  );
});
