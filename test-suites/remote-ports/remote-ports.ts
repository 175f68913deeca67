import {
  type CopiedPart,
  type LanguageModel,
  type MachineHost,
  type ModelPart,
  type PaymentProcessor,
  type Storage,
  TreasuryError,
  type TurnLog,
} from "@agent-treasury/provider";
import type { ServiceDeps } from "../service/treasury/service-parts.ts";
import type { PortName, RemoteCall, RemoteOutcome, RemoteState } from "./protocol.ts";
import { decode, encode } from "./wire.ts";

type Ask = (port: PortName, method: string, given: readonly unknown[]) => Promise<unknown>;

/** Reads the state of the ports at this address. */
export async function readRemoteState(url: string): Promise<RemoteState> {
  return (await exchange(url, "")) as RemoteState;
}

/** Ports that forward every call to the process that serves them. */
export function remotePorts(url: string, state: RemoteState): ServiceDeps {
  const ask: Ask = (port, method, given) => {
    const call: RemoteCall = { generation: state.generation, port, method, given };
    const signal = given.map(signalOf).find((found) => found !== undefined);
    return exchange(url, encode(call), signal);
  };
  return {
    storage: remoteStorage(ask, state.storage),
    model: state.model && remoteModel(url, state.generation, state.model),
    payments: state.payments && remotePayments(ask, state.payments),
    machines: state.machines && remoteMachines(ask, state.machines),
    options: state.options,
  };
}

async function exchange(url: string, body: string, signal?: AbortSignal): Promise<unknown> {
  const response = await fetch(url, { method: "POST", body, ...(signal && { signal }) });
  const outcome = decode(await response.text()) as RemoteOutcome;
  if (outcome.ok) return outcome.value;
  throw outcome.error;
}

function signalOf(given: unknown): AbortSignal | undefined {
  if (typeof given !== "object" || given === null || !("signal" in given)) return undefined;
  return given.signal instanceof AbortSignal ? given.signal : undefined;
}

interface Ports {
  readonly storage: Storage;
  readonly turnLog: TurnLog;
  readonly model: LanguageModel;
  readonly payments: Required<PaymentProcessor>;
  readonly machines: MachineHost;
}

/** A forwarded method, whose result has the original type. */
function passedOn<Name extends PortName, Method extends keyof Ports[Name] & string>(
  ask: Ask,
  port: Name,
  method: Method,
): Ports[Name][Method] {
  return ((...given: unknown[]) => ask(port, method, given)) as Ports[Name][Method];
}

function remoteStorage(ask: Ask, { name, turnLog }: RemoteState["storage"]): Storage {
  let isClosed = false;
  return {
    specificationVersion: "2",
    name,
    ...(turnLog && { turnLog: remoteTurnLog(ask, turnLog.name) }),
    load: passedOn(ask, "storage", "load"),
    commit: passedOn(ask, "storage", "commit"),
    view: passedOn(ask, "storage", "view"),
    due: passedOn(ask, "storage", "due"),
    workspaces: passedOn(ask, "storage", "workspaces"),
    purge: passedOn(ask, "storage", "purge"),
    async *copy(workspaceId) {
      for (const part of (await ask("storage", "copy", [workspaceId])) as readonly CopiedPart[]) {
        if (isClosed) throw new TreasuryError("storage_error", "The storage was closed.");
        yield part;
      }
    },
    rewriteEntries: passedOn(ask, "storage", "rewriteEntries"),
    close: async () => {
      isClosed = true;
      await ask("storage", "close", []);
    },
  };
}

function remoteTurnLog(ask: Ask, name: string): TurnLog {
  return {
    specificationVersion: "1",
    name,
    append: passedOn(ask, "turnLog", "append"),
    read: passedOn(ask, "turnLog", "read"),
    erase: passedOn(ask, "turnLog", "erase"),
    purge: passedOn(ask, "turnLog", "purge"),
  };
}

function remoteModel(
  url: string,
  generation: number,
  about: NonNullable<RemoteState["model"]>,
): LanguageModel {
  return {
    specificationVersion: "1",
    ...about,
    async *stream(request) {
      const { signal } = request;
      const call: RemoteCall = { generation, port: "model", method: "stream", given: [request] };
      const response = await fetch(url, { method: "POST", body: encode(call), signal });
      let rest = "";
      for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        const lines = (rest + text).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) {
          signal.throwIfAborted();
          const outcome = decode(line) as RemoteOutcome;
          if (!outcome.ok) throw outcome.error;
          yield outcome.value as ModelPart;
        }
      }
    },
  };
}

function remotePayments(
  ask: Ask,
  { provider, mode }: NonNullable<RemoteState["payments"]>,
): PaymentProcessor {
  return {
    specificationVersion: "1",
    provider,
    mode: () => {
      if (typeof mode === "string") return mode;
      throw mode;
    },
    createCheckout: passedOn(ask, "payments", "createCheckout"),
    readCheckout: passedOn(ask, "payments", "readCheckout"),
    events: passedOn(ask, "payments", "events"),
  };
}

function remoteMachines(
  ask: Ask,
  { configured, defaultSpec, ...about }: NonNullable<RemoteState["machines"]>,
): MachineHost {
  return {
    specificationVersion: "1",
    ...about,
    configured: () => configured,
    defaultSpec: () => defaultSpec,
    list: passedOn(ask, "machines", "list"),
    provision: passedOn(ask, "machines", "provision"),
    get: passedOn(ask, "machines", "get"),
    suspend: passedOn(ask, "machines", "suspend"),
    start: passedOn(ask, "machines", "start"),
    exec: passedOn(ask, "machines", "exec"),
    destroy: passedOn(ask, "machines", "destroy"),
  };
}
