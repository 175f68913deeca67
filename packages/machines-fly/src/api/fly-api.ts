import { TreasuryError } from "@agent-treasury/provider";
import ky from "ky";
import type { Connection } from "../connection.ts";
import { pathOf } from "./address.ts";
import { boundedFetch } from "./bounded-fetch.ts";
import type {
  FlyCreateApp,
  FlyCreateMachine,
  FlyEvent,
  FlyExecAnswer,
  FlyExecRequest,
  FlyMachine,
  FlyMetadataValue,
} from "./fly-types.ts";
import { retriesOf } from "./retries.ts";

export type AwaitedState = "started" | "stopped" | "suspended" | "destroyed";

/** The calls of Fly's Machines API in use, within one app. */
export interface FlyApi {
  createApp(app: FlyCreateApp, signal?: AbortSignal): Promise<void>;
  listMachines(signal?: AbortSignal): Promise<readonly FlyMachine[]>;
  createMachine(machine: FlyCreateMachine, signal?: AbortSignal): Promise<FlyMachine>;
  readMachine(id: string, signal?: AbortSignal): Promise<FlyMachine>;
  destroyMachine(id: string): Promise<void>;
  startMachine(id: string, signal?: AbortSignal): Promise<void>;
  suspendMachine(id: string): Promise<void>;
  /** `seconds` is 1 to 60; Fly responds with 408 when they run out. */
  awaitState(id: string, state: AwaitedState, seconds: number, signal?: AbortSignal): Promise<void>;
  runCommand(id: string, command: FlyExecRequest, signal: AbortSignal): Promise<FlyExecAnswer>;
  /** The newest events, at most 50. */
  listEvents(id: string): Promise<readonly FlyEvent[]>;
  writeMetadata(id: string, key: string, value: string): Promise<void>;
}

export interface FlyTiming {
  /** The timeout of one attempt, in addition to the call's own `seconds`. */
  readonly timeoutMs: number;
  /** Before the first retry; each further delay is twice as long. */
  readonly firstDelayMs: number;
}

interface Call {
  readonly search?: Readonly<Record<string, string | number | boolean>>;
  readonly body?: object;
  readonly signal?: AbortSignal | undefined;
  readonly seconds?: number;
}

/** Binds {@link FlyApi} to an app without a request. Its methods reject with ky's errors. */
export function flyApi({ apiUrl, app, token }: Connection, timing: FlyTiming): FlyApi {
  const ask = async (method: "get" | "post" | "delete", path: string, call: Call = {}) =>
    ky(path, {
      method,
      prefix: apiUrl,
      headers: { authorization: authorizationOf(token), accept: "application/json" },
      fetch: boundedFetch,
      // A redirect would send a command or a machine's tags to another host.
      redirect: "error",
      timeout: timing.timeoutMs + (call.seconds ?? 0) * 1_000,
      retry: retriesOf(method, timing.firstDelayMs),
      ...(call.search && { searchParams: { ...call.search } }),
      ...(call.body && { json: call.body }),
      ...(call.signal && { signal: call.signal }),
    });
  const machine = (id: string, ...rest: readonly string[]): string =>
    pathOf("apps", app, "machines", id, ...rest);
  const machines = pathOf("apps", app, "machines");

  return {
    async createApp(body, signal) {
      await ask("post", "apps", { body, signal });
    },
    listMachines: async (signal) => arrayOf(await ask("get", machines, { signal })),
    createMachine: async (body, signal) => objectOf(await ask("post", machines, { body, signal })),
    readMachine: async (id, signal) => objectOf(await ask("get", machine(id), { signal })),
    async destroyMachine(id) {
      await ask("delete", machine(id), { search: { force: true } });
    },
    async startMachine(id, signal) {
      await ask("post", machine(id, "start"), { signal });
    },
    async suspendMachine(id) {
      await ask("post", machine(id, "suspend"));
    },
    async awaitState(id, state, seconds, signal) {
      const search = { state, timeout: seconds };
      await ask("get", machine(id, "wait"), { search, seconds, signal });
    },
    runCommand: async (id, body, signal) =>
      objectOf(
        await ask("post", machine(id, "exec"), { body, signal, seconds: body.timeout ?? 0 }),
      ),
    listEvents: async (id) =>
      arrayOf(await ask("get", machine(id, "events"), { search: { limit: 50 } })),
    async writeMetadata(id, key, value) {
      const body: FlyMetadataValue = { value };
      await ask("post", machine(id, "metadata", key), { body });
    },
  };
}

/** Fly's newer tokens include their scheme. */
function authorizationOf(token: string): string {
  return /^(?:FlyV1|Bearer) /.test(token) ? token : `Bearer ${token}`;
}

async function objectOf<Answer extends object>(response: Response): Promise<Answer> {
  // Ignores the content type: responses to commands are labelled as bytes.
  const answer = parse(await response.text());
  if (typeof answer === "object" && answer !== null && !Array.isArray(answer)) {
    return answer as Answer;
  }
  throw unreadable();
}

async function arrayOf<Item extends object>(response: Response): Promise<readonly Item[]> {
  const answer = parse(await response.text());
  // This API may send `null` for an empty list.
  if (answer === null) return [];
  if (Array.isArray(answer)) return answer as readonly Item[];
  throw unreadable();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable();
  }
}

function unreadable(): TreasuryError {
  return new TreasuryError("machine_host_error", "Fly's response could not be read.");
}
