import { postgresStorage } from "@agent-treasury/storage-postgres";
import { createTreasury } from "@agent-treasury/treasury-core";
import { workspaceName } from "../ledger/ledger-contestant.ts";
import { committerOn, spendOneCent } from "../ledger/treasury-engine.ts";
import { answerQuestions } from "../processes/worker-process.ts";

/** Serves workspaces up to, but without, a number. */
export interface ServeQuestion {
  readonly url: string;
  readonly schema: string;
  readonly from: number;
  readonly to: number;
}

/** The process's memory after garbage collection, in bytes. */
export interface MemoryAnswer {
  readonly heap: number;
  readonly resident: number;
}

const callers = 64;
const baseUrl = "http://localhost:3000";

interface Server {
  /** A spend in the workspace, and then its state by the handler. */
  serve(workspace: number): Promise<void>;
  close(): Promise<void>;
}

let server: Server | null = null;

function open({ url, schema }: ServeQuestion): Server {
  const storage = postgresStorage({ url, schema });
  const committer = committerOn(storage);
  const treasury = createTreasury({ baseUrl, storage });
  return {
    serve: async (workspace) => {
      const workspaceId = workspaceName(workspace);
      await spendOneCent(committer, workspaceId);
      const query = `?workspaceId=${workspaceId}`;
      const response = await treasury.handler(
        new Request(`${baseUrl}/api/service/treasury${query}`),
      );
      const { ledger } = (await response.json()) as { readonly ledger: readonly unknown[] };
      if (ledger.length !== 1) throw new Error(`${workspaceId} has ${ledger.length} entries.`);
    },
    close: async () => {
      await committer.close();
      await treasury.close();
    },
  };
}

async function serve(question: ServeQuestion): Promise<MemoryAnswer> {
  server ??= open(question);
  const { serve: one } = server;
  let next = question.from;
  const runCaller = async (): Promise<void> => {
    while (next < question.to) {
      next += 1;
      await one(next - 1);
    }
  };
  await Promise.all(Array.from({ length: callers }, runCaller));
  // The second collection frees objects that the first one finalised.
  await globalThis.gc?.({ execution: "async" });
  await globalThis.gc?.({ execution: "async" });
  const { heapUsed, rss } = process.memoryUsage();
  return { heap: heapUsed, resident: rss };
}

answerQuestions(serve, async () => await server?.close());
