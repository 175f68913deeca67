import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { ContestantName } from "./contestants.ts";

/** A server's first message. */
export interface Ready {
  readonly port: number;
  readonly proposalId: string;
}

/** Requests the CPU time so far, or the time of one operation without HTTP. */
export interface Question {
  readonly kind: "processor" | "read" | "decide";
  readonly calls: number;
}

export interface ServerProcess extends Ready {
  /** Microseconds of CPU time. */
  ask(question: Question): Promise<number>;
  close(): Promise<void>;
}

/** Starts a contestant in its own process. */
export async function startServer(name: ContestantName, spends: number): Promise<ServerProcess> {
  const path = fileURLToPath(new URL("server.ts", import.meta.url));
  const child = fork(path, [name, String(spends)], {
    execArgv: ["--conditions=@agent-treasury/source"],
  });
  const exited = once(child, "exit");
  const next = async (): Promise<unknown> => {
    const failed = exited.then(() => Promise.reject(new Error(`The server of ${name} exited.`)));
    const [message] = await Promise.race([once(child, "message"), failed]);
    return message;
  };
  const ready = (await next()) as Ready;
  return {
    ...ready,
    ask: async (question) => {
      const answered = next();
      child.send(question);
      return Number(await answered);
    },
    close: async () => {
      child.disconnect();
      await exited;
    },
  };
}
