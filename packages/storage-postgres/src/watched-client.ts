import type { CheckedClient } from "./postgres-client.ts";

const lookAfterMs = 3_000;

/**
 * Rejects a statement without an answer once another host is the primary. A host without power or
 * network would otherwise block it for 30 seconds. The statement may have been executed.
 */
export function watchedClient(
  client: CheckedClient,
  hasSuccessor: () => Promise<boolean>,
): CheckedClient {
  return {
    ...client,
    query: (query) =>
      new Promise((resolve, reject) => {
        const look = async (): Promise<void> => {
          if (!(await hasSuccessor())) return;
          reject(new Error("Another host is the primary. The statement had no answer."));
        };
        const timer = setInterval(() => void look(), lookAfterMs);
        client
          .query(query)
          .finally(() => clearInterval(timer))
          .then(resolve, reject);
      }),
  };
}
