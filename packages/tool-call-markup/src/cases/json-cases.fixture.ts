import {
  call,
  malformed,
  text,
  type ExpectedEvent,
  type MarkupCase,
} from "./markup-case.fixture.ts";

/** A call's JSON argument with its value, or a part of the expected reason. */
function argument(title: string, json: string, outcome: { is: ExpectedEvent }): MarkupCase {
  return [title, `<tool_call>{"name":"a","arguments":{"b":${json}}}</tool_call>`, [outcome.is]];
}

function reads(title: string, json: string, value: unknown): MarkupCase {
  return argument(title, json, { is: call("a", { b: value as never }) });
}

function refuses(title: string, json: string, reasonPart: string): MarkupCase {
  return argument(title, json, { is: malformed(reasonPart) });
}

const depth62 = `${"[".repeat(62)}${"]".repeat(62)}`;

export const jsonCases: readonly MarkupCase[] = [
  reads("true, false and null", "[true,false,null]", [true, false, null]),
  reads("whitespace everywhere", "\r\n [ 1 ,\t2 ] ", [1, 2]),
  reads("a number", "12.50", 12.5),
  reads("a negative number with an exponent", "-1.5e-3", -0.0015),
  reads("a comma too many in an object", '{"c":1,}', { c: 1 }),
  reads("a comma too many in an array", "[1,2, ]", [1, 2]),
  reads("commas too many at every level", '[{"c":[1,],},]', [{ c: [1] }]),
  reads("an empty object and an empty array", "[{},[]]", [{}, []]),
  reads("the last of equal keys", '{"c":1,"c":2}', { c: 2 }),
  reads("an empty key", '{"":1}', { "": 1 }),
  reads("all the short escapes", '"\\"\\\\\\/\\b\\f\\n\\r\\t"', '"\\/\b\f\n\r\t'),
  reads("an escaped tag", '"\\u003ctool_call\\u003E"', "<tool_call>"),
  reads("an escaped pair of surrogates", '"\\ud83d\\ude00"', "😀"),
  reads("a pair of surrogates", '"😀"', "😀"),
  reads("an escaped lone surrogate is replaced", '"x\\ud83d"', "x\uFFFD"),
  reads("a lone surrogate is replaced", '"\uDE00x"', "\uFFFDx"),
  reads("a lone surrogate in a key is replaced", '{"\\ud83d":1}', { "\uFFFD": 1 }),
  reads("a raw line break in a string", '"one\ntwo\tthree"', "one\ntwo\tthree"),
  reads("a backslash before the closing quote", '"C:\\\\"', "C:\\"),
  reads("a closing tag in a string", '"</tool_call>"', "</tool_call>"),
  reads("a whole call in a string", '"<tool_call>{}</tool_call>"', "<tool_call>{}</tool_call>"),
  reads("a tag behind an escaped quote", '"\\"</tool_call>"', '"</tool_call>'),
  reads("thoughts in a string", '"<think>x</think>"', "<think>x</think>"),
  reads("a response in a string", '"</tool_response>"', "</tool_response>"),
  reads("braces and brackets in a string", '"}]{["', "}]{["),
  reads("a fence in a string", '"```\\n</tool_call>\\n```"', "```\n</tool_call>\n```"),
  reads("half a tag in a string", '"<tool_c"', "<tool_c"),
  reads("a key that is a tag", '{"</tool_call>":1}', { "</tool_call>": 1 }),
  refuses(
    "a key that would change the prototype",
    '{"__proto__":{"admin":true},"c":"</tool_call>"}',
    "__proto__",
  ),
  refuses("such a key deep inside", '[{"c":{"__proto__":1}}]', "__proto__"),
  refuses("such a key in escapes", '{"\\u005f_proto__":1}', "__proto__"),
  reads("a key named like a method", '{"constructor":1}', { constructor: 1 }),
  reads("sixty-four levels", depth62, JSON.parse(depth62)),
  refuses("sixty-five levels", `[${depth62}]`, "at most 64 levels"),
  refuses(
    "too deep, with a tag in a string behind it",
    `[${depth62},"</tool_call>"]`,
    "at most 64 levels",
  ),
  refuses("a number out of range", "1e309", "The number 1e309 in this call is too large"),
  refuses("a negative number out of range", "-1e309", "too large"),
  refuses(
    "a number too large, with a tag in a string behind it",
    '[1e309,"</tool_call>"]',
    "too large",
  ),
  refuses("a bad escape, with a tag in a string behind it", '["\\d","</tool_call>"]', "escape"),
  refuses("U+0000, with a tag in a string behind it", '["\\u0000","</tool_call>"]', "U+0000"),
  refuses("NaN", "NaN", "NaN is not a JSON value"),
  refuses("Infinity", "Infinity", "Infinity is not a JSON value"),
  refuses("None, as in Python", "None", "None is not a JSON value"),
  refuses("a leading zero", "007", "007 is not a JSON value"),
  refuses("a leading plus", "+1", "+1 is not a JSON value"),
  refuses("a dot without digits", "1.", "1. is not a JSON value"),
  refuses("a hexadecimal number", "0x10", "0x10 is not a JSON value"),
  refuses("a word of a thousand letters", "w".repeat(100), `${"w".repeat(40)}… is not`),
  refuses("single quotes", "'c'", "' at character 30, where a value was expected"),
  refuses("a comma too many twice", "[1,,]", "where a value or ] was expected"),
  refuses("a comma and nothing else", "[,]", "where a value or ] was expected"),
  refuses(
    "a comma in front",
    '{,"c":1}',
    "where a property name in double quotes or } was expected",
  ),
  refuses("a missing comma", '{"c":1 "d":2}', "where a comma or } was expected"),
  refuses("a missing comma in an array", "[1 2]", "where a comma or ] was expected"),
  refuses("a missing colon", '{"c" 1}', "where a colon was expected"),
  refuses("a missing value", '{"c":}', "where a value was expected"),
  refuses(
    "a key without quotes",
    "{c:1}",
    "where a property name in double quotes or } was expected",
  ),
  refuses(
    "a number for a key",
    "{1:1}",
    "where a property name in double quotes or } was expected",
  ),
  refuses(
    "an array closed as an object",
    "[1}",
    "} at character 32, where a comma or ] was expected",
  ),
  refuses("a comment", "1 /* one */", "/ at character 32, where a comma or } was expected"),
  refuses("quotes that are not escaped", '"he said "hi" to me"', "where a comma or } was expected"),
  refuses("a letter outside of ASCII", "€", "an unexpected character at character 30"),
  refuses("a no-break space", "\u00A01", "an unexpected character at character 30"),
  refuses("an escape that JSON does not know", '"\\d+"', "escape that JSON does not know"),
  refuses(
    "a bad escape, with a tag behind it",
    '"\\x41</tool_call>"',
    "escape that JSON does not know",
  ),
  refuses("half a Unicode escape", '"\\u12"', "escape that JSON does not know"),
  refuses(
    "a Unicode escape cut by an escape",
    '"\\u1\\"</tool_call>"',
    "escape that JSON does not know",
  ),
  refuses("U+0000 in a string", '"a\0b"', "U+0000"),
  refuses("an escaped U+0000", '"\\u0000</tool_call>"', "U+0000"),
  refuses("U+0000 in a key", '{"\\u0000":1}', "U+0000"),
  refuses("U+0000 outside of strings", "\0", "an unexpected character"),
  refuses(
    "U+0000 in arguments in a string",
    '"c"},"arguments":"{\\"b\\":\\"\\\\u0000\\"}","d":{"e":1',
    "U+0000",
  ),
  ["U+0000 in the name", '<tool_call>{"name":"a\0"}</tool_call>', [malformed("U+0000")]],
  [
    "a key on the outside that would change the prototype",
    '<tool_call>{"__proto__":{"name":"b"},"name":"a"}</tool_call>',
    [malformed("__proto__")],
  ],
  [
    "a name from the prototype is missing",
    '<tool_call>{"__proto__":{"name":"b"}}</tool_call>',
    [malformed("__proto__")],
  ],
  [
    "such a key in arguments in a string",
    '<tool_call>{"name":"a","arguments":"{\\"__proto__\\":{}}"}</tool_call>',
    [malformed("__proto__")],
  ],
  [
    "a brace that is missing",
    '<tool_call>{"name":"a","arguments":{}</tool_call>',
    [malformed("incomplete: it ended where a comma or } was expected")],
  ],
  [
    "a value that is missing",
    '<tool_call>{"name":</tool_call>',
    [malformed("incomplete: it ended where a value was expected")],
  ],
  [
    "a number right before the closing tag",
    '<tool_call>{"name":1</tool_call>',
    [malformed("incomplete")],
  ],
  [
    "another tag in the JSON",
    '<tool_call>{"name":<b>"a"</b>}</tool_call>x',
    [malformed("< at character 9, where a value was expected"), text("x")],
  ],
  [
    "an opener in the JSON",
    '<tool_call>{"name":"a"<}</tool_call>x',
    [malformed("< at character 12, where a comma or } was expected"), text("x")],
  ],
];
