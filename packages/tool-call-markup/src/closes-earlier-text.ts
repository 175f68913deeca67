/** Pairs that are compared as whole texts. A closing one alone is common, as in `1)` or `-->`. */
const pairs: readonly (readonly [string, string])[] = [
  ["(", ")"],
  ["[", "]"],
  ["{", "}"],
  ["（", "）"],
  ["［", "］"],
  ["｛", "｝"],
  ["【", "】"],
  ["「", "」"],
  ["『", "』"],
  ["《", "》"],
  ["〈", "〉"],
  ["〔", "〕"],
  ["⟨", "⟩"],
  ["<!--", "-->"],
  ["/*", "*/"],
];

const quotationMark = /["“”„‟«»]/g;

/** Other marks that open and close alike. */
const alike: readonly RegExp[] = [/~~/g, /(?<!`)`{1,2}(?!`)/g];

const fence = /```/g;
const codeSpan = /```[^`]{0,4000}```|(?<!`)`[^`\n]{1,400}`(?!`)/g;

/** Tags and control tokens: `<a b>`, `</a>`, `[A]`, `[/a]`, `◁a▷`, `<|a|>`. */
const tags =
  /<(\/?)([a-z][\w:.-]{0,60})[^<>]{0,200}>|\[(\/?)([a-z][\w:.-]{0,60})\]|◁(\/?)([a-z][\w:.-]{0,60})▷|<[|｜]([^<>|｜]{1,60})(?:[|｜])?>|<([\w:.-]{1,60})[|｜]>/giu;

/** A token that ends a whole answer. */
const endOfAnswer =
  /(?:<[|｜](?:im_end|eo[mst](?:_id)?|end|return|call|user|observation|(?:assistant|message|turn)_end|end_of_turn_token|end[▁_]?of[▁_]?(?:text|turn|sentence|message|response|assistant|utterance))[|｜]>|<\/s>|<eos>|\[eos\]|<end_of_(?:turn|utterance)>|<turn\|>)$/iu;
const longestEnd = 32;

/** Tags and tokens around an answer, after the thought: `<answer>`, `<|begin_of_solution|>`. */
const answerNames: ReadonlySet<string> = new Set([
  "answer",
  "final_answer",
  "final",
  "response",
  "solution",
  "output",
]);

/** Before it stands nothing, or the end of what another tag encloses. */
const answerOpening =
  /(?:^|[>\]▷])\s{0,8}(?:<(\w{1,20})>|\[(\w{1,20})\]|<[|｜](?:begin|start)_(?:of_)?(\w{1,20})[|｜]>)/giu;
const answerClosing = /(?:<\/(\w{1,20})>|\[\/(\w{1,20})\]|<[|｜]end_(?:of_)?(\w{1,20})[|｜]>)$/iu;
const longestClosing = 40;

/** Tags around all calls of an answer. */
const wrappers: ReadonlySet<string> = new Set(["tool_calls", "function_calls"]);

/**
 * Returns whether `after` closes what `text` before it opened: a tag, a bracket, a quotation, a fence with
 * text around it. A closing tag without its opening one counts as well, because the opening one may
 * be in the prompt. Text after it in code is not searched for tags. The repetitions of all patterns
 * are bounded, so that a search is linear.
 */
export function closesEarlierText(text: string, after: string): boolean {
  const { before, rest } = withoutWrapper(text.trimStart(), withoutEnd(after));
  const line = before.slice(before.lastIndexOf("\n") + 1);
  if (line.trimStart().startsWith(">")) return true;
  // Most calls are at the end of an answer.
  if (rest === "") return false;
  if (closesFence(before, rest)) return true;
  if (closesTag(rest.replace(codeSpan, " "))) return true;
  if (isQuotationOpen(before) && count(rest, quotationMark) > 0) return true;
  if (alike.some((mark) => isOdd(count(before, mark)) && count(rest, mark) > 0)) return true;
  return pairs.some(([opening, closing]) => closesPair(before, rest, opening, closing));
}

function withoutEnd(after: string): string {
  let rest = after.trimEnd();
  for (;;) {
    const end = endOfAnswer.exec(rest.slice(-longestEnd));
    if (end === null) return rest;
    rest = rest.slice(0, rest.length - end[0].length).trimEnd();
  }
}

/** Removes the tags of an answer that ends with its closing one. */
function withoutWrapper(before: string, rest: string): { before: string; rest: string } {
  const closing = answerClosing.exec(rest.slice(-longestClosing));
  const name = nameOf(closing);
  if (closing === null || !answerNames.has(name)) return { before, rest };
  const opening = [...before.matchAll(answerOpening)].at(-1);
  if (opening === undefined || nameOf(opening) !== name) return { before, rest };
  return {
    before: before.slice(opening.index + opening[0].length),
    rest: withoutEnd(rest.slice(0, -closing[0].length)),
  };
}

function nameOf(match: RegExpMatchArray | null): string {
  return (
    match
      ?.slice(1)
      .find((group) => group !== undefined)
      ?.toLowerCase() ?? ""
  );
}

/** A fence around the calls is common. With prose before and after it, it is an example. */
function closesFence(before: string, after: string): boolean {
  if (!isOdd(count(before, fence))) return false;
  if (before.slice(0, before.lastIndexOf("```")).trim() === "") return false;
  const closed = after.indexOf("```");
  return closed !== -1 && after.slice(closed + 3).trim() !== "";
}

function closesTag(after: string): boolean {
  const open: string[] = [];
  for (const match of after.matchAll(tags)) {
    const [text] = match;
    const slash = match[1] ?? match[3] ?? match[5];
    const name = (match[2] ?? match[4] ?? match[6] ?? "").toLowerCase();
    const token = match[7] ?? match[8];
    if (token !== undefined) {
      if (/^\/|end|clos/i.test(token) || match[8] !== undefined) return true;
    } else if (slash === "") {
      if (!text.endsWith("/>")) open.push(name);
    } else if (!wrappers.has(name)) {
      const at = open.lastIndexOf(name);
      if (at === -1) return true;
      open.length = at;
    }
  }
  return false;
}

function closesPair(before: string, after: string, opening: string, closing: string): boolean {
  return openIn(before, opening, closing).open > 0 && openIn(after, opening, closing).excess > 0;
}

/** `open`: openings that are not closed. `excess`: closings without an opening. */
function openIn(text: string, opening: string, closing: string): { open: number; excess: number } {
  let open = 0;
  let excess = 0;
  for (let index = 0; index < text.length;) {
    if (text.startsWith(opening, index)) {
      open += 1;
      index += opening.length;
    } else if (text.startsWith(closing, index)) {
      if (open > 0) open -= 1;
      else excess += 1;
      index += closing.length;
    } else index += 1;
  }
  return { open, excess };
}

/**
 * A digit before a mark makes it inches, unless a quotation is open: in `"prop_17"`, the mark closes
 * it.
 */
function isQuotationOpen(text: string): boolean {
  let isOpen = false;
  for (const { index } of text.matchAll(quotationMark)) {
    if (isOpen) isOpen = false;
    else if (!/\d/.test(text[index - 1] ?? "")) isOpen = true;
  }
  return isOpen;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

function isOdd(number: number): boolean {
  return number % 2 === 1;
}
