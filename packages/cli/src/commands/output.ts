/** Where a command writes. */
export interface Output {
  /** What was asked for, one line at a time. */
  print(line: string): void;
  /** What is said beside it: problems, and progress. */
  complain(line: string): void;
  /** Replaces the line of progress on a terminal, and does nothing elsewhere. Blank removes it. */
  progress(line: string): void;
}

/** The process's own streams. */
export function processOutput(): Output {
  const { stdout, stderr } = process;
  return {
    print: (line) => stdout.write(`${line}\n`),
    complain: (line) => stderr.write(`${line}\n`),
    progress: (line) => {
      // Return to the line's beginning, and erase it.
      if (stderr.isTTY) stderr.write(`\r\u001b[2K${line.slice(0, stderr.columns || 80)}`);
    },
  };
}
