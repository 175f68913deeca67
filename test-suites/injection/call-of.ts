/** A call in the model's format, with escaped text. */
export function callOf(name: string, given: Readonly<Record<string, unknown>>): string {
  const json = JSON.stringify({ name, arguments: given });
  return `<tool_call>${json.replace(/[<>&]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`)}</tool_call>`;
}
