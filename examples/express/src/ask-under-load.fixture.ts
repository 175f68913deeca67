import { Agent, request } from "node:http";

/** A response under load. */
export interface Answered {
  readonly workspaceId: string;
  readonly status: number;
  readonly body: unknown;
}

export interface LoadBody {
  readonly workspaceId: string;
  readonly [field: string]: string;
}

/** Requests under load. */
export interface Load {
  /** Sends a body repeatedly on one connection, each time after the previous response. */
  repeat(path: string, body: LoadBody): void;
  /** Resolves after this number of responses; rejects if all senders stop before that. */
  answeredAtLeast(count: number): Promise<void>;
  /** Returns the number of requests in flight, and starts {@link answeredSince}. */
  inFlight(): number;
  answeredSince(status: number): number;
  /** All responses, and the errors of requests without one. */
  readonly ended: Promise<{
    readonly answered: readonly Answered[];
    readonly cut: readonly string[];
  }>;
}

/** Sends requests to a server until it rejects them or stops listening. */
export function askUntilRefused(url: string): Load {
  const agent = new Agent({ keepAlive: true });
  const answered: Answered[] = [];
  const cut: string[] = [];
  const running = new Set<Promise<void>>();
  let waiting = 0;
  let marked = 0;
  let tellEnded: (all: { answered: readonly Answered[]; cut: readonly string[] }) => void;
  const ended = new Promise<{ answered: readonly Answered[]; cut: readonly string[] }>(
    (resolve) => {
      tellEnded = resolve;
    },
  );
  const go = async (path: string, body: LoadBody): Promise<void> => {
    for (;;) {
      waiting += 1;
      try {
        const { status, text } = await post(new URL(path, url), body, agent);
        answered.push({ workspaceId: body.workspaceId, status, body: JSON.parse(text) as unknown });
        if (status !== 200) return;
      } catch (error) {
        // The server did not listen, so it accepted nothing.
        if ((error as NodeJS.ErrnoException).code !== "ECONNREFUSED") cut.push(String(error));
        return;
      } finally {
        waiting -= 1;
      }
    }
  };
  return {
    ended,
    repeat: (path, body) => {
      const run = go(path, body).finally(() => {
        running.delete(run);
        if (running.size > 0) return;
        agent.destroy();
        tellEnded({ answered, cut });
      });
      running.add(run);
    },
    answeredAtLeast: async (count) => {
      while (answered.length < count) {
        if (running.size === 0) {
          const told = JSON.stringify({ last: answered.at(-1), cut });
          throw new Error(`Only ${answered.length} of ${count} were answered: ${told}`);
        }
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
    inFlight: () => {
      marked = answered.length;
      return waiting;
    },
    answeredSince: (status) => answered.slice(marked).filter((one) => one.status === status).length,
  };
}

function post(url: URL, body: object, agent: Agent): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json" };
    const asked = request(url, { method: "POST", agent, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (piece: string) => {
        text += piece;
      });
      response.once("end", () => resolve({ status: response.statusCode ?? 0, text }));
      response.once("error", reject);
    });
    asked.once("error", reject);
    asked.end(JSON.stringify(body));
  });
}
