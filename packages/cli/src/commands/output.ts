export interface Output {
  print(line: string): void;
  /** For problems and progress. */
  complain(line: string): void;
  /** Replaces the progress line on a terminal. Blank removes it. */
  progress(line: string): void;
}

/** The exit code of a program whose reader has closed the pipe: 128 and the number of SIGPIPE. */
const pipeClosed = 141;

export function processOutput(): Output {
  const { stdout, stderr } = process;
  for (const stream of [stdout, stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EPIPE") process.exit(pipeClosed);
      throw error;
    });
  }
  return {
    print: (line) => stdout.write(`${line}\n`),
    complain: (line) => stderr.write(`${line}\n`),
    progress: (line) => {
      // Carriage return, then erase the line.
      if (stderr.isTTY) stderr.write(`\r\u001b[2K${line.slice(0, stderr.columns || 80)}`);
    },
  };
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
