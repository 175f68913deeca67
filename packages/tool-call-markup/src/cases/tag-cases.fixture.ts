import { call, malformed, text, thought, type MarkupCase } from "./markup-case.fixture.ts";

const a = '{"name":"a"}';
const b = '{"name":"b"}';

export const tagCases: readonly MarkupCase[] = [
  ["tags in capitals", `<TOOL_CALL>${a}</TOOL_CALL>`, [call("a")]],
  ["tags in mixed case", `<Tool_Call>${a}</tool_Call>`, [call("a")]],
  ["whitespace behind the name", `<tool_call >${a}</tool_call\n>`, [call("a")]],
  ["attributes", `<tool_call id="1" x='<'>`, [text(`<tool_call id="1" x='<'>`)]],
  ["attributes are ignored", `<tool_call id="1" name='b'>${a}</tool_call>`, [call("a")]],
  [
    "a tag of 128 characters is a tag",
    `<tool_call ${"x".repeat(116)}>${a}</tool_call>`,
    [call("a")],
  ],
  [
    "a tag of 129 characters is text",
    `<tool_call ${"x".repeat(117)}>${a}</tool_call>`,
    [text(`<tool_call ${"x".repeat(117)}>${a}`)],
  ],
  ["a slash in an attribute does not close", `<tool_call a=/b>${a}</tool_call>`, [call("a")]],
  [
    "whitespace behind the slash closes all the same",
    `<tool_call / >x`,
    [malformed("nothing inside"), text("x")],
  ],
  [
    "a call that is never closed",
    `<tool_call>${a}`,
    [malformed("never closed", `<tool_call>${a}`)],
  ],
  ["a call without anything behind it", "x<tool_call>", [text("x"), malformed("never closed")]],
  [
    "a call cut in its opening tag",
    "x<tool_call",
    [text("x"), malformed("never closed", "<tool_call")],
  ],
  ["a call cut in its attributes", "x<tool_call id=", [text("x"), malformed("never closed")]],
  ["a call cut in a string", '<tool_call>{"name":"a', [malformed("never closed")]],
  ["a call cut in an escape", '<tool_call>{"name":"a\\', [malformed("never closed")]],
  ["a call cut in its closing tag's name", `<tool_call>${a}</tool_c`, [malformed("never closed")]],
  [
    "a call cut before its last character",
    `<tool_call>${a}</tool_call`,
    [malformed("never closed")],
  ],
  [
    "a call closed with the slash forgotten",
    `<tool_call>${a}<tool_call>`,
    [malformed("not closed before <tool_call>"), malformed("never closed")],
  ],
  [
    "an open call ends where the next begins",
    `<tool_call>{"name":"x"<tool_call>${b}</tool_call>`,
    [malformed("not closed before <tool_call>", '<tool_call>{"name":"x"'), call("b")],
  ],
  [
    "a whole object without closing tag",
    `<tool_call>${a}\n<tool_call>${b}</tool_call>`,
    [malformed("not closed before <tool_call>"), call("b")],
  ],
  [
    "a call in a call",
    `<tool_call><tool_call>${a}</tool_call></tool_call>`,
    [malformed("not closed before <tool_call>"), call("a")],
  ],
  ["a call closed twice", `<tool_call>${a}</tool_call></tool_call>x`, [call("a"), text("x")]],
  [
    "a call closed as a response",
    `<tool_call>${a}</tool_response>x`,
    [malformed("not closed before </tool_response>"), text("x")],
  ],
  [
    "an open string takes the next call's tags with it",
    `<tool_call>{"name":"x</tool_call><tool_call>${b}</tool_call>y`,
    [malformed("where a comma or } was expected"), text("y")],
  ],
  [
    "a quote too many does not take the next call",
    `<tool_call>{"name":"x, "arguments":{}}</tool_call><tool_call>${b}</tool_call>`,
    [malformed("not valid"), call("b")],
  ],
  [
    "single quotes do not take the next call",
    `<tool_call>{'name':'it"s'}</tool_call><tool_call>${b}</tool_call>`,
    [malformed("not valid"), call("b")],
  ],
  [
    "a bad escape keeps the string a string",
    `<tool_call>{"name":"\\d</tool_call><tool_call>"}</tool_call><tool_call>${b}</tool_call>`,
    [malformed("escape"), call("b")],
  ],
  [
    "other tags in a broken call",
    "<tool_call>oops <b>bold</b> < x</tool_call>y",
    [malformed("object in braces", "<tool_call>oops <b>bold</b> < x"), text("y")],
  ],
  [
    "a source with U+0000 and half a pair is cleaned",
    "<tool_call>\0\uD83D</tool_call>",
    [malformed("object in braces", "<tool_call>\uFFFD\uFFFD")],
  ],
  [
    "a long source is cut",
    `<tool_call>${"x".repeat(300)}</tool_call>`,
    [malformed("object in braces", `<tool_call>${"x".repeat(189)}`)],
  ],
  [
    "thoughts in an open call",
    `<tool_call>${a}<think>b</think>c`,
    [malformed("not closed before <think>"), thought("b"), text("c")],
  ],
  [
    "thoughts before the object",
    `<tool_call><think>b</think>${a}</tool_call>`,
    [malformed("not closed before <think>"), thought("b"), text(a)],
  ],
];
