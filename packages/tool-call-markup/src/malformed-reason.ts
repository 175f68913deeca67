const form = `<tool_call>{"name": "tool_name", "arguments": {}}</tool_call>`;
const howToWrite = `Write each call as ${form}, with valid JSON inside.`;

export const malformedReason = {
  empty: `There is nothing inside <tool_call>. ${howToWrite}`,
  unterminated: `This <tool_call> was never closed with </tool_call>, so it was not run. ${howToWrite}`,
  interrupted: (tag: string): string =>
    `This <tool_call> was not closed before ${tag}, so it was not run. ${howToWrite}`,
  tooLarge: (maxCharacters: number): string =>
    `This call is too large: at most ${maxCharacters} characters fit inside <tool_call>. Send less at a time.`,
  tooDeep: (maxDepth: number): string =>
    `This call's JSON is nested too deeply: at most ${maxDepth} levels. Make it flatter.`,
  tooMany: (maxCalls: number): string =>
    `An answer may hold at most ${maxCalls} calls; this call and any after it were not run. Make them in your next answer.`,
  beforeThoughtEnd: (tag: string): string =>
    `This call came before ${tag}, so it was taken for a part of your thoughts and was not run. Write calls after ${tag}.`,
  inThought: `This call is inside your thoughts, so it was not run. Write calls after your thoughts. ${howToWrite}`,
  noTags: `This JSON looks like a call, but it has no <tool_call> tags, so it was not run. ${howToWrite} If it is your answer, give it again.`,
  otherForm: `This looks like a call in another form, so it was not run. ${howToWrite} If it is your answer, give it again.`,
  noAnswer: "Your answer was empty. Call a tool, or answer the user in plain language.",
  prototypeKey: `A call may not hold a property called __proto__, so this call was not run. Leave it out.`,
  response: `Only the service writes <tool_response>; what you wrote there was dropped. Make a call and wait for its response.`,
  array: `One JSON object was expected, not an array: each call has a <tool_call> of its own. ${howToWrite}`,
  notObject: `A JSON object in braces was expected. ${howToWrite}`,
  unexpected: (found: string, position: number, expected: string): string =>
    `The JSON of this call is not valid: ${found} at character ${position}, where ${expected} was expected. ${howToWrite}`,
  incomplete: (expected: string): string =>
    `The JSON of this call is incomplete: it ended where ${expected} was expected. ${howToWrite}`,
  openString: `The JSON of this call is incomplete: a string is not closed. ${howToWrite}`,
  notValue: (word: string): string =>
    `The JSON of this call is not valid: ${word} is not a JSON value. Use a number, true, false, null, an object, an array or a string in double quotes.`,
  numberTooLarge: (word: string): string => `The number ${word} in this call is too large.`,
  badEscape: `A string in this call has an escape that JSON does not know. Use \\" \\\\ \\/ \\b \\f \\n \\r \\t or \\u and four hexadecimal digits; write any other backslash twice.`,
  nullCharacter: `A string in this call contains the character U+0000, which is not allowed. Leave it out.`,
  noName: `This call has no "name". ${howToWrite}`,
  badName: (maxCharacters: number): string =>
    `The "name" of a call must be a string of 1 to ${maxCharacters} characters: the name of a tool. ${howToWrite}`,
  badArguments: `The "arguments" of a call must be a JSON object. ${howToWrite}`,
  badArgumentsText: (reason: string): string =>
    `The "arguments" of this call are a string that does not hold a JSON object. ${reason}`,
};

/** Removes the markup form for a model that calls tools natively. */
export function withoutForm(reason: string): string {
  return reason.replace(` ${howToWrite}`, "");
}

const maxShownCharacters = 40;

export function shownWord(word: string): string {
  return word.length > maxShownCharacters ? `${word.slice(0, maxShownCharacters)}…` : word;
}

/** Other characters than ASCII may be half of a pair. */
export function shownCharacter(code: number): string {
  return code > 0x20 && code < 0x7f ? String.fromCharCode(code) : "an unexpected character";
}
