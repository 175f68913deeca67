// oxlint-disable-next-line typescript/no-explicit-any
export type Loose = any;

/** Maximum lengths of Slack, by the field that contains the text. */
const maximumCharacters: Readonly<Record<string, number>> = {
  value: 2_000,
  url: 3_000,
  private_metadata: 3_000,
  action_id: 255,
};
const knownTypes = [
  "header",
  "rich_text",
  "rich_text_section",
  "rich_text_quote",
  "rich_text_list",
  "text",
  "date",
  "actions",
  "button",
  "section",
  "input",
  "plain_text_input",
  "plain_text",
  "modal",
];

/** Returns why Slack would refuse the blocks; null if it accepts them. */
export function blockProblem(blocks: readonly Loose[]): string | null {
  if (!Array.isArray(blocks) || blocks.length === 0 || blocks.length > 50) return "blocks";
  return problemIn(blocks, "blocks");
}

export function viewProblem(view: Loose): string | null {
  const { title, submit, close } = view;
  const isLong = [title, submit, close].some(({ text }) => text.length > 24);
  return isLong ? "title" : problemIn(view, "view");
}

function problemIn(part: Loose, name: string): string | null {
  if (typeof part === "string" && part.length > (maximumCharacters[name] ?? 3_000)) return name;
  if (typeof part !== "object" || part === null) return null;
  if (typeof part.type === "string" && !knownTypes.includes(part.type)) return part.type;
  const { type, text } = part;
  if (type === "header" && text.text.length > 150) return "header";
  if (type === "button" && text.text.length > 75) return "button";
  if (type === "text" && text === "") return "empty text";
  if (type === "plain_text" && text === "") return "empty text";
  if (name === "confirm" && (part.title?.text.length ?? 0) > 100) return "confirm title";
  for (const [key, value] of Object.entries(part)) {
    const problem = problemIn(value, key);
    if (problem !== null) return problem;
  }
  return null;
}
