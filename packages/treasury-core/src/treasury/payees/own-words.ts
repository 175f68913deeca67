const fence = /^\s*(`{3,}|~{3,})/;
const quoted = /^\s*(?:(?:[-*+]|\d+[.)])\s+)?[>＞]/;
const inlineFence = /(`{3,})[^]*?(?:\1|$)/g;

/**
 * Returns what a person wrote in a message: without fenced blocks and without lines that are quoted
 * with `>`. A fence that is not closed ends with the message.
 */
export function ownWords(message: string): string {
  const lines: string[] = [];
  let open: string | null = null;
  for (const line of message.split(/\r\n|[\n\r\u2028\u2029]/)) {
    const mark: string | undefined = fence.exec(line)?.[1];
    if (open !== null) {
      if (mark?.startsWith(open) === true && line.trim() === mark) open = null;
    } else if (mark !== undefined && !line.trim().slice(mark.length).includes(mark)) {
      open = mark;
    } else if (!quoted.test(line)) lines.push(line);
  }
  return lines.join("\n").replace(inlineFence, " ");
}
