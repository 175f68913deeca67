import { styleText } from "node:util";

type Style = Parameters<typeof styleText>[0];

/** Prints each step. Output that is not a terminal has no colours. */
export interface Narrator {
  title(text: string): void;
  step(text: string): void;
  say(text: string): void;
  good(text: string): void;
  bad(text: string): void;
  quote(who: string, text: string): void;
  faint(text: string): void;
}

/** Returns a narrator that writes to a stream. */
export function narrator(stream: NodeJS.WriteStream): Narrator {
  const styled = (style: Style, text: string): string => styleText(style, text, { stream });
  const line = (text: string): boolean => stream.write(`${text}\n`);
  let steps = 0;
  return {
    title: (text) => line(styled("bold", text)),
    step: (text) => {
      steps += 1;
      line("");
      line(styled(["bold", "cyan"], `${steps}. ${text}`));
    },
    say: (text) => line(`   ${text}`),
    good: (text) => line(`   ${styled("green", "✓")} ${text}`),
    bad: (text) => line(`   ${styled("red", "✗")} ${text}`),
    quote: (who, text) => line(`   ${styled("dim", `${who}:`)} ${text}`),
    faint: (text) => line(`   ${styled("dim", text)}`),
  };
}
