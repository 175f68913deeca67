import { type IncomingMessage, type Server, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type {
  CopiedPart,
  ModelPart,
  PaymentProcessor,
  Storage,
  TreasuryError,
} from "@agent-treasury/provider";
import type { ServiceDeps } from "../service/treasury/service-parts.ts";
import {
  type RemoteCall,
  type RemoteOutcome,
  type RemoteState,
  remoteMethods,
} from "./protocol.ts";
import { decode, encode } from "./wire.ts";

export interface RemotePortsServer {
  /** For `remoteService` in the other process. */
  readonly url: string;
  /** Replaces the served ports; treasuries of earlier ports cannot reach them any more. */
  serve(parts: ServiceDeps): void;
  close(): Promise<void>;
}

/**
 * Serves a treasury's ports on the loopback address, so that a test can control them while the
 * treasury runs in another process, such as a framework's own server.
 */
export async function serveRemotePorts(): Promise<RemotePortsServer> {
  let served: { readonly parts: ServiceDeps; readonly generation: number } | null = null;
  const server = createServer((request, response) => {
    void answer(request, response, async (text, signal) => {
      if (served === null) throw new Error("No ports are served yet.");
      const { parts, generation } = served;
      if (text === "") return stateOf(parts, generation);
      const call = decode(text, signal) as RemoteCall;
      if (call.generation !== generation) throw new Error("These ports are not served any more.");
      return perform(parts, call);
    });
  });
  await listen(server);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    serve: (parts) => {
      served = { parts, generation: (served?.generation ?? 0) + 1 };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  run: (text: string, signal: AbortSignal) => unknown,
): Promise<void> {
  const gone = new AbortController();
  response.once("close", () => gone.abort(new Error("The treasury aborted the call.")));
  const tell = (outcome: RemoteOutcome): void => {
    response.write(`${encode(outcome)}\n`);
  };
  try {
    let text = "";
    for await (const piece of request.setEncoding("utf8")) text += String(piece);
    const value = await run(text, gone.signal);
    if (!isParts(value)) tell({ ok: true, value });
    else for await (const part of value) tell({ ok: true, value: part });
  } catch (error) {
    tell({ ok: false, error });
  }
  response.end();
}

function isParts(value: unknown): value is AsyncIterable<ModelPart> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

function perform(parts: ServiceDeps, { port, method, given }: RemoteCall): unknown {
  const implementation = port === "turnLog" ? parts.storage.turnLog : parts[port];
  if (!implementation || !(remoteMethods[port] as readonly string[]).includes(method)) {
    throw new Error(`There is no ${port}.${method}.`);
  }
  if (port === "storage" && method === "copy") {
    return copied(parts.storage, String(given[0]));
  }
  const run = Reflect.get(implementation, method) as (...values: unknown[]) => unknown;
  return run.apply(implementation, [...given]);
}

async function copied(storage: Storage, workspaceId: string): Promise<CopiedPart[]> {
  const parts: CopiedPart[] = [];
  for await (const part of storage.copy(workspaceId)) parts.push(part);
  return parts;
}

function stateOf(parts: ServiceDeps, generation: number): RemoteState {
  const { storage, model, payments, machines, options } = parts;
  return {
    generation,
    storage: {
      name: storage.name,
      turnLog: storage.turnLog === undefined ? null : { name: storage.turnLog.name },
    },
    model: model && { provider: model.provider, modelId: model.modelId },
    payments: payments && { provider: payments.provider, mode: modeOf(payments) },
    machines: machines && {
      provider: machines.provider,
      real: machines.real,
      networked: machines.networked,
      configured: machines.configured(),
      defaultSpec: machines.defaultSpec(),
    },
    options,
  };
}

function modeOf(payments: PaymentProcessor): NonNullable<RemoteState["payments"]>["mode"] {
  try {
    return payments.mode();
  } catch (error) {
    return error as TreasuryError;
  }
}
