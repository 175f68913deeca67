import { call, malformed, text, thought, type MarkupCase } from "./markup-case.fixture.ts";

const a = '<tool_call>{"name":"a"}</tool_call>';
const b = '<tool_call>{"name":"b"}</tool_call>';

export const thoughtCases: readonly MarkupCase[] = [
  [
    "thought is thought",
    "<think>Is it enough?</think>It is.",
    [thought("Is it enough?"), text("It is.")],
  ],
  ["an empty thought is nothing", "<think></think>x", [text("x")]],
  ["a thought that closes itself", `<think/>${a}`, [call("a")]],
  ["a thought in capitals", `<THINK>${a}</Think>x`, [thought(a), text("x")]],
  ["a thought with attributes", `<think budget="9">${a}</think >x`, [thought(a), text("x")]],
  ["a call in a thought is not a call", `<think>${a}</think>x`, [thought(a), text("x")]],
  [
    "a call in a fence in a thought is not a call",
    `<think>\`\`\`\n${a}\n\`\`\`</think>x`,
    [thought(`\`\`\`\n${a}\n\`\`\``), text("x")],
  ],
  [
    "an open call in a thought ends with it",
    `<think><tool_call>{"name":</think>${b}`,
    [thought('<tool_call>{"name":'), call("b")],
  ],
  ["a call behind a thought is a call", `<think>x</think>${b}`, [thought("x"), call("b")]],
  ["a thought between calls", `${a}<think>x</think>${b}`, [call("a"), thought("x"), call("b")]],
  ["two thoughts", "<think>x</think>y<think>z</think>", [thought("x"), text("y"), thought("z")]],
  ["neighbouring thoughts are one", "<think>x</think><think>z</think>", [thought("xz")]],
  [
    "a thought that is never closed takes the rest",
    `x<think>y${a}z`,
    [text("x"), thought(`y${a}z`)],
  ],
  ["a thought cut in its opening tag", "x<think", [text("x")]],
  ["a thought cut in its closing tag", "<think>x</thin", [thought("x</thin")]],
  ["a thought cut before its last character", "<think>x</think", [thought("x")]],
  ["half a tag in a thought", "<think>a <tool_c b</think>c", [thought("a <tool_c b"), text("c")]],
  [
    "other tags in a thought",
    "<think>a</tool_call><tool_response>b</think>c",
    [thought("a</tool_call><tool_response>b"), text("c")],
  ],
  ["thoughts nest", "<think>a<think>b</think>c</think>d", [thought("abc"), text("d")]],
  [
    "a call between nested ends is not a call",
    `<think>a<think>b</think>${a}</think>${b}`,
    [thought(`ab${a}`), call("b")],
  ],
  [
    "a nested thought that is never closed takes the rest",
    `<think>a<think>b</think>${a}`,
    [thought(`ab${a}`)],
  ],
  [
    "a nested thought that closes itself does not count",
    `<think>a<think/>b</think>${b}`,
    [thought("ab"), call("b")],
  ],
  [
    "a tag in a string of a thought's call closes it",
    `<think><tool_call>{"name":"</think>${b}`,
    [thought('<tool_call>{"name":"'), call("b")],
  ],
  [
    "a thought without opener",
    `It may do.</think>Yes.${b}`,
    [thought("It may do."), text("Yes."), call("b")],
  ],
  ["a thought without opener or text", "</think>Yes.", [text("Yes.")]],
  [
    "a call in a thought without opener",
    `x${a}y</think>z`,
    [
      thought("x"),
      malformed("before </think>", '<tool_call>{"name":"a"}'),
      thought("y"),
      text("z"),
    ],
  ],
  [
    "calls before and behind a thought's end",
    `${a}</think>${b}`,
    [malformed("before </think>"), call("b")],
  ],
  [
    "several calls in a thought without opener",
    `${a}${b}</think>`,
    [malformed("before </think>"), malformed("before </think>")],
  ],
  ["a thought's end cut before its last character", `${a}</think`, [malformed("before </think>")]],
  ["a thought's end cut in its name", `${a}</thin`, [call("a"), text("</thin")]],
  [
    "a malformed call in a thought without opener",
    "<tool_call>x</tool_call></think>y",
    [malformed("object in braces"), text("y")],
  ],
  [
    "an open call in a thought without opener",
    `${a}<tool_call>{"name":</think>${b}`,
    [malformed("before </think>"), malformed("not closed before </think>"), call("b")],
  ],
  [
    "an end too many revokes calls",
    `<think>x</think>${a}</think>y`,
    [thought("x"), malformed("before </think>"), text("y")],
  ],
  [
    "an end too many does not turn text into thought",
    "<think>x</think>y</think>z",
    [thought("x"), text("yz")],
  ],
  [
    "each end revokes the calls before it",
    `${a}</think>x${b}</think>y`,
    [malformed("before </think>"), text("x"), malformed("before </think>"), text("y")],
  ],
  [
    "a thought's end in a call's string revokes nothing",
    `${a}<tool_call>{"name":"</think>"}</tool_call>`,
    [call("a"), call("</think>")],
  ],
  ["a pair of surrogates in a thought", "<think>😀</think>", [thought("😀")]],
  [
    "halves of a pair in thought and text stay apart",
    "<think>\uD83D</think>\uDE00",
    [thought("\uFFFD"), text("\uFFFD")],
  ],
  ["U+0000 in a thought stays", "<think>a\0</think>", [thought("a\0")]],
  ...[
    ["<thinking>", "</thinking>"],
    ["<Thought>", "</THOUGHT>"],
    ["<reasoning effort='high'>", "</reasoning>"],
    ["<seed:think>", "</seed:think>"],
    ["[THINK]", "[/THINK]"],
    ["\u25C1think\u25B7", "\u25C1/think\u25B7"],
    ["<|begin_of_thought|>", "<|end_of_thought|>"],
    ["<|channel>thought", "<channel|>"],
  ].flatMap(([opening = "", closing = ""]): MarkupCase[] => [
    [
      `a call in ${opening} is not a call`,
      `${opening}x${a}y${closing}${b}`,
      [thought(`x${a}y`), call("b")],
    ],
    [
      `${opening} that is never closed takes the rest`,
      `x${opening}y${a}`,
      [text("x"), thought(`y${a}`)],
    ],
    [
      `a call before ${closing} without opener`,
      `x${a}y${closing}${b}`,
      [thought("x"), malformed("not run"), thought("y"), call("b")],
    ],
    [
      `a thought in ${opening} ends with its own tag`,
      `${opening}x</think>${a}<think>${closing}${b}`,
      [thought(`x</think>${a}<think>`), call("b")],
    ],
  ]),
  [
    "a token that ends any message does not end a thought without opener",
    `<|channel|>analysis<|message|>x${a}<|end|>${b}<|end|>`,
    [thought(`<|message|>x${a}`), call("b"), text("<|end|>")],
  ],
  ["brackets in prose are text", "[a][THIN][think] [/x]", [text("[a][THIN][think] [/x]")]],
  [
    "a bracket before a thought is text",
    "[[THINK]x[/THINK]y",
    [text("["), thought("x"), text("y")],
  ],
];
