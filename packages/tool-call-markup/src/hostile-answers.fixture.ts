/** Answers that are slow for a parser that reads characters repeatedly, by length. */
export const hostileAnswers: Readonly<Record<string, (length: number) => string>> = {
  prose: filled("The balance is fine. "),
  "openers of calls": filled("<tool_call>"),
  "openers of thoughts": filled("<think>"),
  "openers of responses": filled("<tool_response>"),
  "closers of calls": filled("</tool_call>"),
  "closers of thoughts": filled("</think>"),
  "opened and closed thoughts": filled("<think>a</think>"),
  "complete calls": filled('<tool_call>{"name":"a"}</tool_call>'),
  "calls, each revoked by a thought's end": filled('<tool_call>{"name":"a"}</tool_call></think>'),
  "complete calls, then thoughts' ends": (length) =>
    filled('<tool_call>{"name":"a"}</tool_call>')(length / 2) + filled("</think>")(length / 2),
  "text in small runs behind a call": filled(
    "a<think>b</think>",
    '<tool_call>{"name":"a"}</tool_call>',
  ),
  "less-than signs": filled("<"),
  "square brackets": filled("["),
  "partial tokens": filled("[THIN"),
  "tokens of thoughts": filled("[THINK]a[/THINK]"),
  "tags among square brackets": filled("<think>[</think>["),
  "partial names of thoughts": filled("<reasonin"),
  "less-than signs in a call": filled("<", "<tool_call>"),
  "less-than signs in a call's string": filled("<", '<tool_call>{"name":"'),
  "partial tags": filled("<tool_cal"),
  "partial tags in a call": filled("</tool_cal", "<tool_call>{"),
  "partial tags in a thought": filled("</thin", "<think>"),
  "partial tags in a response": filled("</tool_respons", "<tool_response>"),
  "tags whose attributes never end": filled(`<think ${"a".repeat(150)}`),
  "tags interrupted in their attributes": filled("<tool_call a"),
  "whitespace in one tag": filled(" ", "<tool_call"),
  "whitespace in a call": filled(" \n", "<tool_call>"),
  "a fence's language": filled("json", "<tool_call>```"),
  fences: filled("```json\n<tool_call>```json\n"),
  backticks: filled("`", "<tool_call>"),
  "open braces": filled("{", "<tool_call>"),
  "objects in objects": filled('{"a":', "<tool_call>"),
  "arrays in arrays": filled("[", '<tool_call>{"name":'),
  "arrays in arrays in many calls": filled(`<tool_call>{"a":${"[".repeat(70)}</tool_call>`),
  "unterminated objects in many calls": filled('<tool_call>{"a":{"b":[1,2,'),
  "a string without end": filled("a", '<tool_call>{"name":"'),
  "a string of escapes": filled("\\\\", '<tool_call>{"name":"'),
  "a string of escaped quotes": filled('\\"', '<tool_call>{"name":"'),
  "a string of Unicode escapes": filled("\\u0041", '<tool_call>{"name":"'),
  "a string of halves of escapes": filled("\\u00", '<tool_call>{"name":"'),
  "a string of closing tags": filled("</tool_call>", '<tool_call>{"name":"'),
  "strings of closing tags": filled('"</tool_call>",', '<tool_call>{"a":['),
  "many strings": filled('"a",', '<tool_call>{"a":['),
  "many quotes": filled('"', "<tool_call>"),
  "many keys": filled('"a":1,', "<tool_call>{"),
  "one long number": filled("1", '<tool_call>{"a":'),
  "one long word": filled("w", '<tool_call>{"a":'),
  commas: filled(",", '<tool_call>{"a":[1'),
  "calls just under the bound": filled(
    `<tool_call>{"name":"a","arguments":{"b":"${"\\n".repeat(30_000)}"}}</tool_call>`,
  ),
  "arguments in strings": filled(
    `<tool_call>{"name":"a","arguments":"{\\"b\\":\\"${"c".repeat(1000)}\\"}"}</tool_call>`,
  ),
  "high surrogates": filled("\uD83D"),
  "U+0000": filled("\0"),
};

function filled(part: string, before = ""): (length: number) => string {
  return (length) => {
    const times = Math.ceil((length - before.length) / part.length);
    return (before + part.repeat(times)).slice(0, length);
  };
}
