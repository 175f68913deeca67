import { createInterface } from "node:readline/promises";
import { styleText } from "node:util";

export interface Asker {
  /** The approver's name, for the record of a decision. */
  readonly operator: string;
  /** Resolves with the answer to a yes-or-no question. Enter means yes. */
  confirm(question: string): Promise<boolean>;
}

/** Asks the user at a terminal. Without one, answers yes and prints that it did. */
export function chooseAsker(signal: AbortSignal): Asker {
  const { stdin, stdout, env } = process;
  const isInteractive = stdin.isTTY && stdout.isTTY && !env["CI"];
  return isInteractive ? terminalAsker(signal) : ownAsker();
}

function ownAsker(): Asker {
  return {
    operator: "the tour",
    confirm: (question) => {
      process.stdout.write(
        `   ? ${question} [Y/n] y   (automatic, because there is no terminal)\n`,
      );
      return Promise.resolve(true);
    },
  };
}

function terminalAsker(signal: AbortSignal): Asker {
  return {
    operator: "you, at the terminal",
    confirm: async (question) => {
      const terminal = createInterface({ input: process.stdin, output: process.stdout });
      // While it reads, the terminal receives Ctrl+C and Ctrl+D instead of the process.
      terminal.on("SIGINT", leave);
      terminal.once("close", leave);
      try {
        const mark = styleText(["bold", "yellow"], "?", { stream: process.stdout });
        for (;;) {
          const line = await terminal.question(`   ${mark} ${question} [Y/n] `, { signal });
          const answer = line.trim();
          if (/^(?:y|yes)?$/i.test(answer)) return true;
          if (/^(?:n|no)$/i.test(answer)) return false;
          process.stdout.write("   Please answer y or n.\n");
        }
      } finally {
        terminal.off("close", leave);
        terminal.close();
      }
    },
  };
}

function leave(): void {
  process.emit("SIGINT");
}
