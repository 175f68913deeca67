import { call, malformed, text, type MarkupCase } from "./markup-case.fixture.ts";

export const callCases: readonly MarkupCase[] = [
  [
    "a call is a call",
    '<tool_call>{"name": "check_treasury", "arguments": {}}</tool_call>',
    [call("check_treasury")],
  ],
  [
    "a call on lines of its own",
    '<tool_call>\n{"name": "a", "arguments": {"b": 1}}\n</tool_call>',
    [call("a", { b: 1 })],
  ],
  [
    "prose around a call is text",
    'Now: <tool_call>{"name":"a"}</tool_call> done.',
    [text("Now: "), call("a"), text(" done.")],
  ],
  [
    "calls come in order",
    '<tool_call>{"name":"a"}</tool_call><tool_call>{"name":"b"}</tool_call>',
    [call("a"), call("b")],
  ],
  [
    "text between calls keeps its place",
    '<tool_call>{"name":"a"}</tool_call>x<tool_call>{"name":"b"}</tool_call>y',
    [call("a"), text("x"), call("b"), text("y")],
  ],
  [
    "the same call twice is two calls",
    '<tool_call>{"name":"a"}</tool_call>\n<tool_call>{"name":"a"}</tool_call>',
    [call("a"), text("\n"), call("a")],
  ],
  [
    "a malformed call does not stop the next",
    '<tool_call>{name}</tool_call><tool_call>{"name":"b"}</tool_call>',
    [malformed("not valid"), call("b")],
  ],
  [
    "a malformed call does not take the one before",
    '<tool_call>{"name":"a"}</tool_call><tool_call>{</tool_call>',
    [call("a"), malformed("incomplete")],
  ],
  ["missing arguments are an empty object", '<tool_call>{"name":"a"}</tool_call>', [call("a")]],
  [
    "null arguments are an empty object",
    '<tool_call>{"name":"a","arguments":null}</tool_call>',
    [call("a")],
  ],
  [
    "an empty string of arguments is an empty object",
    '<tool_call>{"name":"a","arguments":" "}</tool_call>',
    [call("a")],
  ],
  [
    "null in a string of arguments is an empty object",
    '<tool_call>{"name":"a","arguments":" null "}</tool_call>',
    [call("a")],
  ],
  [
    "arguments before the name",
    '<tool_call>{"arguments":{"b":2},"name":"a"}</tool_call>',
    [call("a", { b: 2 })],
  ],
  [
    "parameters are used in place of arguments",
    '<tool_call>{"name":"a","parameters":{"b":2}}</tool_call>',
    [call("a", { b: 2 })],
  ],
  [
    "arguments take precedence over parameters",
    '<tool_call>{"name":"a","parameters":{"b":2},"arguments":{"c":3}}</tool_call>',
    [call("a", { c: 3 })],
  ],
  [
    "other properties are ignored",
    '<tool_call>{"id":"call_1","type":"function","name":"a","arguments":{}}</tool_call>',
    [call("a")],
  ],
  [
    "arguments as a string with an object",
    '<tool_call>{"name":"a","arguments":"{\\"b\\": [1, 2]}"}</tool_call>',
    [call("a", { b: [1, 2] })],
  ],
  [
    "arguments as a string with a comma too many",
    '<tool_call>{"name":"a","arguments":"{\\"b\\": 1,}"}</tool_call>',
    [call("a", { b: 1 })],
  ],
  [
    "arguments as a string with a tag in a string",
    '<tool_call>{"name":"a","arguments":"{\\"b\\": \\"</tool_call>\\"}"}</tool_call>',
    [call("a", { b: "</tool_call>" })],
  ],
  [
    "arguments as a string with half an object",
    '<tool_call>{"name":"a","arguments":"{\\"b\\": "}</tool_call>',
    [malformed("a string that does not hold a JSON object")],
  ],
  [
    "arguments as a string with a word",
    '<tool_call>{"name":"a","arguments":"everything"}</tool_call>',
    [malformed("a string that does not hold a JSON object")],
  ],
  [
    "arguments as a string with a tag",
    '<tool_call>{"name":"a","arguments":"{<b>}"}</tool_call>',
    [malformed("a string that does not hold a JSON object")],
  ],
  [
    "arguments as a string in a string",
    '<tool_call>{"name":"a","arguments":"\\"{}\\""}</tool_call>',
    [malformed("a string that does not hold a JSON object")],
  ],
  [
    "arguments as an array",
    '<tool_call>{"name":"a","arguments":[1]}</tool_call>',
    [malformed('"arguments" of a call must be a JSON object')],
  ],
  [
    "arguments as a number",
    '<tool_call>{"name":"a","arguments":5}</tool_call>',
    [malformed('"arguments" of a call must be a JSON object')],
  ],
  [
    "arguments as false",
    '<tool_call>{"name":"a","arguments":false}</tool_call>',
    [malformed('"arguments" of a call must be a JSON object')],
  ],
  ["no name", '<tool_call>{"arguments":{}}</tool_call>', [malformed('no "name"')]],
  ["an empty object", "<tool_call>{}</tool_call>", [malformed('no "name"', "<tool_call>{}")]],
  ["a name of null", '<tool_call>{"name":null}</tool_call>', [malformed('no "name"')]],
  ["a name that is a number", '<tool_call>{"name":7}</tool_call>', [malformed("must be a string")]],
  ["an empty name", '<tool_call>{"name":""}</tool_call>', [malformed("must be a string")]],
  [
    "a name of 129 characters",
    `<tool_call>{"name":"${"n".repeat(129)}"}</tool_call>`,
    [malformed("1 to 128 characters")],
  ],
  [
    "the form of another API",
    '<tool_call>{"type":"function","function":{"name":"a","arguments":"{}"}}</tool_call>',
    [malformed('no "name"')],
  ],
  [
    "an array of calls",
    '<tool_call>[{"name":"a"},{"name":"b"}]</tool_call>',
    [malformed("not an array")],
  ],
  [
    "an array with a tag in a string",
    '<tool_call>[{"name":"</tool_call>"}]</tool_call>x',
    [malformed("not an array"), text("x")],
  ],
  ["nothing in the call", "<tool_call></tool_call>", [malformed("nothing inside", "<tool_call>")]],
  ["whitespace in the call", "<tool_call> \n </tool_call>", [malformed("nothing inside")]],
  [
    "an empty fence in the call",
    "<tool_call>```json\n```</tool_call>",
    [malformed("nothing inside")],
  ],
  [
    "a call that closes itself",
    "a<tool_call/>b",
    [text("a"), malformed("nothing inside"), text("b")],
  ],
  ["a word in the call", "<tool_call>check_treasury</tool_call>", [malformed("object in braces")]],
  [
    "a string in the call",
    '<tool_call>"check_treasury"</tool_call>',
    [malformed("object in braces")],
  ],
  [
    "prose before the object",
    '<tool_call>Here: {"name":"a"}</tool_call>',
    [malformed("object in braces")],
  ],
  [
    "prose behind the object",
    '<tool_call>{"name":"a"} please</tool_call>',
    [malformed("the end of the call was expected")],
  ],
  [
    "two objects in one call",
    '<tool_call>{"name":"a"}\n{"name":"b"}</tool_call>',
    [malformed("the end of the call was expected")],
  ],
  [
    "a brace too many",
    '<tool_call>{"name":"a"}}</tool_call>',
    [malformed("} at character 13, where the end of the call was expected")],
  ],
  [
    "a fence around the tags",
    '```json\n<tool_call>{"name":"a"}</tool_call>\n```',
    [text("```json\n"), call("a"), text("\n```")],
  ],
  [
    "a fence inside of the tags",
    '<tool_call>\n```json\n{"name":"a"}\n```\n</tool_call>',
    [call("a")],
  ],
  ["a fence without a language", '<tool_call>```\n{"name":"a"}```</tool_call>', [call("a")]],
  ["a fence on the object's line", '<tool_call>```json{"name":"a"}```</tool_call>', [call("a")]],
  ["backticks around the object", '<tool_call>`{"name":"a"}`</tool_call>', [call("a")]],
  ["a fence that is not closed", '<tool_call>```json\n{"name":"a"}\n</tool_call>', [call("a")]],
  [
    "a fence around several calls",
    '```\n<tool_call>{"name":"a"}</tool_call>\n<tool_call>{"name":"b"}</tool_call>\n```',
    [text("```\n"), call("a"), text("\n"), call("b"), text("\n```")],
  ],
  [
    "backticks inside of the object",
    '<tool_call>{"name":`a`}</tool_call>',
    [malformed("` at character 9, where a value was expected")],
  ],
];
