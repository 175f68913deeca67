import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** A process of a bench that answers one question after another. */
export interface WorkerProcess<Question, Answer> {
  ask(question: Question): Promise<Answer>;
  stop(): Promise<void>;
}

/** Starts a module beside this one as a process, on the sources. */
export function startWorker<Question extends object, Answer>(
  module: URL,
  flags: readonly string[] = [],
): WorkerProcess<Question, Answer> {
  const child = fork(fileURLToPath(module), {
    execArgv: ["--conditions=@agent-treasury/source", ...flags],
  });
  return {
    ask: (question) => answerOf<Answer>(child, question),
    stop: async () => {
      if (child.exitCode !== null || !child.connected) return;
      const ended = once(child, "exit");
      child.disconnect();
      await ended;
    },
  };
}

/** In the worker: answers questions one at a time until the bench disconnects. */
export function answerQuestions(
  answer: (question: never) => Promise<unknown>,
  end: () => Promise<void>,
): void {
  process.on("message", (question) => {
    void answer(question as never).then(
      (value) => process.send?.({ value }),
      (error: unknown) => process.send?.({ failure: describe(error) }),
    );
  });
  process.on("disconnect", () => void end().finally(() => process.exit()));
}

async function answerOf<Answer>(child: ChildProcess, question: object): Promise<Answer> {
  const stopped = new AbortController();
  const { signal } = stopped;
  try {
    const ended = once(child, "exit", { signal }).then(() => {
      throw new Error("A process of the bench exited before it answered.");
    });
    child.send(question);
    const [answer] = (await Promise.race([once(child, "message", { signal }), ended])) as [
      { readonly value: Answer } | { readonly failure: string },
    ];
    if ("failure" in answer) throw new Error(answer.failure);
    return answer.value;
  } finally {
    stopped.abort();
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? `${error.stack}\n${describe(error.cause ?? "")}` : String(error);
}
