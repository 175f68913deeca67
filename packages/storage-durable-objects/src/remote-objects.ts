import { type Storage, TreasuryError } from "@agent-treasury/provider";
import { checkOptions, type NamesOf } from "@agent-treasury/provider/helpers";
import { workspacePrefix } from "./answer-administrator.ts";
import { calledObject } from "./object-calls.ts";
import { objectsStorage } from "./objects-storage.ts";
import type { IndexCalls, WorkspaceCalls } from "./workspace-calls.ts";

export interface RemoteObjectsOptions {
  /** The Worker's address. */
  readonly url: string;
  /** The token whose SHA-256 the Worker's `administrator` returns. */
  readonly token: string;
  /** Default: the platform's. */
  readonly fetch?: typeof globalThis.fetch;
}

const optionNames: NamesOf<RemoteObjectsOptions> = { url: true, token: true, fetch: true };

/** Where `treasuryObjects` answers calls of objects. */
export const callPath = "/~objects";

/**
 * The objects of a Worker, for `agent-treasury` on another machine: to move workspaces, export and
 * verify them. It does not commit and does no maintenance, because the objects do.
 *
 * @example
 * const storage = remoteObjects({ url: "https://treasury.example.com", token });
 */
export function remoteObjects(options: RemoteObjectsOptions): Storage {
  checkOptions("remoteObjects", options, optionNames);
  const { url, token, fetch = globalThis.fetch } = options;
  const sendTo =
    (object: string) =>
    async (body: string): Promise<string> => {
      const address = new URL(`${callPath}?object=${encodeURIComponent(object)}`, url);
      const headers = { authorization: `Bearer ${token}` };
      const answer = await fetch(address, { method: "POST", headers, body });
      if (answer.ok) return answer.text();
      throw new TreasuryError("storage_error", problemOf(answer.status));
    };
  return objectsStorage({
    objectOf: (name) => calledObject(sendTo(`${workspacePrefix}${name}`)) as WorkspaceCalls,
    index: calledObject(sendTo("index")) as IndexCalls,
    own: null,
    now: Date.now,
  });
}

function problemOf(status: number): string {
  if (status === 401) {
    return "The Worker does not accept the token: compare its SHA-256 with the option `administrator` of `treasuryObjects`.";
  }
  return status === 404
    ? "The Worker gives no access to its objects: set the option `administrator` of `treasuryObjects`."
    : `The Worker answered with status ${status}.`;
}
