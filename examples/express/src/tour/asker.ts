import { createInterface } from "node:readline/promises";
import { styleText } from "node:util";

/** Asks the operator. */
export interface Asker {
  /** Who answers, for the record of a decision. */
  readonly operator: string;
  /** Asks a question that is answered by yes or no; yes when only Enter is pressed. */
  confirm(question: string): Promise<boolean>;
}

/** Where the tour can ask somebody, that person; elsewhere itself, saying so. */
export function chooseAsker(signal: AbortSignal): Asker {
  const { stdin, stdout, env } = process;
  const isSomebodyThere = stdin.isTTY && stdout.isTTY && !env["CI"];
  return isSomebodyThere ? terminalAsker(signal) : ownAsker();
}

function ownAsker(): Asker {
  return {
    operator: "the tour itself",
    confirm: (question) => {
      process.stdout.write(`   ? ${question} [Y/n] y   (no terminal: the tour answers itself)\n`);
      return Promise.resolve(true);
    },
  };
}

function terminalAsker(signal: AbortSignal): Asker {
  return {
    operator: "you, at the terminal",
    confirm: async (question) => {
      const terminal = createInterface({ input: process.stdin, output: process.stdout });
      // While it reads, the terminal tells it of Ctrl+C and Ctrl+D, and not the process.
      terminal.on("SIGINT", leave);
      terminal.once("close", leave);
      try {
        const mark = styleText(["bold", "yellow"], "?", { stream: process.stdout });
        for (;;) {
          const words = await terminal.question(`   ${mark} ${question} [Y/n] `, { signal });
          const answer = words.trim();
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
