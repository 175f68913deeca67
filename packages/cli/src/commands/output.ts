/** Escapes control characters of printed text, so that outside text cannot move the cursor. */
export interface Output {
  /** Prints a text on one line, or an object as indented JSON. */
  print(shown: string | object): void;
  /** Prints a text of several lines. Texts from outside are not among its parts. */
  printLines(text: string): void;
  /** For problems and progress, of several lines. */
  complain(text: string): void;
  /** Replaces the progress line on a terminal. Blank removes it. */
  progress(line: string): void;
}

/** The exit code of a program whose reader has closed the pipe: 128 and the number of SIGPIPE. */
const pipeClosed = 141;

/** Tab and the ends of lines, with which a text could leave its cell. */
const breaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
const moving = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

function escaped(text: string): string {
  return text.replace(moving, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function escapedLines(text: string): string {
  return text.split("\n").map(escaped).join("\n");
}

/** Returns the text on one line, without characters that act on a terminal. */
export function onOneLine(text: string): string {
  return escaped(text.replace(breaks, " "));
}

/** Writes lines to the given functions. */
export function outputTo(
  print: (lines: string) => void,
  complain: (lines: string) => void,
  progress: (line: string) => void = () => {},
): Output {
  return {
    print: (shown) =>
      print(
        `${typeof shown === "string" ? onOneLine(shown) : escapedLines(JSON.stringify(shown, null, 2))}\n`,
      ),
    printLines: (text) => print(`${escapedLines(text)}\n`),
    complain: (text) => complain(`${escapedLines(text)}\n`),
    progress,
  };
}

export function processOutput(): Output {
  const { stdout, stderr } = process;
  for (const stream of [stdout, stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EPIPE") process.exit(pipeClosed);
      throw error;
    });
  }
  return outputTo(
    (lines) => stdout.write(lines),
    (lines) => stderr.write(lines),
    (line) => {
      // Carriage return, then erase the line.
      if (stderr.isTTY) {
        stderr.write(`\r\u001b[2K${onOneLine(line).slice(0, stderr.columns || 80)}`);
      }
    },
  );
}

const shownEveryMs = 200;

/** Shows a count on a terminal. */
export class Progress {
  readonly #output: Output;
  readonly #verb: string;
  workspaces = 0;
  records = 0;
  #shownAt = 0;

  constructor(output: Output, verb: string) {
    this.#output = output;
    this.#verb = verb;
  }

  /** Counts records of one workspace. */
  async *count<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
    for await (const item of items) {
      this.records += 1;
      if (this.records % 500 === 0) this.#show();
      yield item;
    }
    this.workspaces += 1;
  }

  end(): void {
    this.#output.progress("");
  }

  #show(): void {
    const now = Date.now();
    if (now - this.#shownAt < shownEveryMs) return;
    this.#shownAt = now;
    const { workspaces, records } = this;
    this.#output.progress(`${this.#verb} ${records} records, ${workspaces} workspaces complete.`);
  }
}
