import {
  type LanguageModel,
  type MachineHost,
  type PaymentProcessor,
  type Storage,
  TreasuryError,
  type TurnLog,
  isTreasuryError,
} from "@agent-treasury/provider";
import {
  type MemoryMachineHost,
  memoryMachineHost,
  scriptedModel,
  type SandboxPayments,
  sandboxPayments,
} from "@agent-treasury/sandbox";
import {
  languageModelConformance,
  machineHostConformance,
  paymentProcessorConformance,
  storageConformance,
  turnLogConformance,
} from "@agent-treasury/testing";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { afterEach, describe, expect, it } from "vitest";
import { partOfTests } from "../part-of-tests.ts";
import type { ServiceDeps } from "../service/treasury/service-parts.ts";
import type { PortName } from "./protocol.ts";
import { readRemoteState, remotePorts } from "./remote-ports.ts";
import { remoteService, remoteServiceHeader } from "./remote-service.ts";
import { type RemotePortsServer, serveRemotePorts } from "./serve-remote-ports.ts";

const servers: RemotePortsServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(parts: Partial<ServiceDeps>): Promise<RemotePortsServer> {
  const server = await serveRemotePorts();
  servers.push(server);
  const nothing = { storage: memoryStorage(), model: null, payments: null, machines: null };
  server.serve({ ...nothing, options: {}, ...parts });
  return server;
}

/** The same port across a network. */
async function across<Name extends Exclude<PortName, "turnLog">>(
  name: Name,
  port: NonNullable<ServiceDeps[Name]>,
): Promise<NonNullable<ServiceDeps[Name]>> {
  const { url } = await serve({ [name]: port });
  const remote = remotePorts(url, await readRemoteState(url))[name];
  if (remote === null) throw new Error(`There is no ${name} over there.`);
  return remote;
}

/** The ports are those of the sandbox and in memory, which have every test elsewhere. */
const framework = partOfTests({ describe, it, expect }, { at: 2, of: 3 });

let now = Date.now();
storageConformance(framework, {
  name: "a storage in another process",
  open: (): Promise<Storage> => {
    now = Date.now();
    return across("storage", memoryStorage({ now: () => now }));
  },
  setNow: (milliseconds) => {
    now = milliseconds;
  },
});

turnLogConformance(framework, {
  name: "a turn log in another process",
  open: async (): Promise<TurnLog> => {
    now = Date.now();
    const { turnLog } = await across("storage", memoryStorage({ now: () => now }));
    if (turnLog === undefined) throw new Error("There is no turn log over there.");
    return turnLog;
  },
  setNow: (milliseconds) => {
    now = milliseconds;
  },
});

languageModelConformance(framework, {
  create: (): Promise<LanguageModel> => across("model", scriptedModel()),
  createFailing: (): Promise<LanguageModel> =>
    across(
      "model",
      scriptedModel({
        answers: () => {
          throw new Error("nothing comes to mind");
        },
      }),
    ),
});

const sandboxes = new Map<PaymentProcessor, SandboxPayments>();
paymentProcessorConformance(framework, {
  create: async () => {
    const sandbox = sandboxPayments({ baseUrl: "http://localhost:3000" });
    const remote = await across("payments", sandbox);
    sandboxes.set(remote, sandbox);
    return remote;
  },
  pay: async (processor, sessionId) => sandboxes.get(processor)?.complete(sessionId),
  unknownSessionId: "sandbox_unknown",
});

const hosts = new Map<MachineHost, MemoryMachineHost>();
machineHostConformance(framework, {
  create: async () => {
    const host = memoryMachineHost({
      now: () => now,
      exec: (_machine, command) =>
        command === "slow"
          ? { exitCode: 124, stdout: "", stderr: "", durationMs: 1 }
          : { exitCode: 3, stdout: "hello\n", stderr: "", durationMs: 1 },
    });
    const remote = await across("machines", host);
    hosts.set(remote, host);
    return remote;
  },
  createForeignMachine: async (host) => hosts.get(host)?.plant("theirs").id ?? "",
  elapse: async (milliseconds) => {
    now += milliseconds;
  },
  commands: [{ command: "greet", exitCode: 3, stdout: "hello\n" }],
  slowCommand: "slow",
});

describe("ports in another process", () => {
  it("reject with the same errors as in their own process", async () => {
    const refusal = new TreasuryError("service_busy", "Not now.", {
      headers: { "retry-after": "3" },
    });
    const cause = Object.assign(new Error("The disk is full."), { name: "DiskError" });
    const remote = await across("storage", {
      ...memoryStorage(),
      load: () => Promise.reject(refusal),
      purge: () => Promise.reject(cause),
      commit: async () => [{ kind: "unclear", cause }],
    });
    const error = await remote.load([]).catch((thrown: unknown) => thrown);
    expect(isTreasuryError(error)).toBe(true);
    expect(error).toMatchObject({
      code: "service_busy",
      message: "Not now.",
      headers: { "retry-after": "3" },
    });
    await expect(remote.purge(0, 1)).rejects.toMatchObject({
      name: "DiskError",
      message: "The disk is full.",
    });
    const [outcome] = await remote.commit([]);
    expect(outcome).toMatchObject({ kind: "unclear", cause: { message: "The disk is full." } });
  });

  it("have the same synchronous properties", async () => {
    const keyless = new TreasuryError("payments_not_connected", "No key.");
    const payments = await across("payments", {
      ...sandboxPayments({ baseUrl: "http://localhost:3000" }),
      mode: () => {
        throw keyless;
      },
    });
    expect(() => payments.mode()).toThrow("No key.");
    const machines = await across("machines", memoryMachineHost({ configured: false }));
    expect(machines.configured()).toBe(false);
    expect(machines.defaultSpec()).toEqual(memoryMachineHost().defaultSpec());
  });

  it("receive the abort of a call", async () => {
    const { promise: asked, resolve: tellAsked } = Promise.withResolvers<void>();
    const { promise: givenUp, resolve: tellGivenUp } = Promise.withResolvers<void>();
    const model = await across("model", {
      ...scriptedModel(),
      // oxlint-disable-next-line require-yield -- it never yields
      async *stream({ signal }) {
        tellAsked();
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
        tellGivenUp();
        throw signal.reason;
      },
    });
    const controller = new AbortController();
    const reason = new Error("The person left.");
    const request = { messages: [], maximumOutputTokens: 1, signal: controller.signal };
    const answer = model.stream(request)[Symbol.asyncIterator]().next();
    const refused = answer.catch((error: unknown) => error);
    await asked;
    controller.abort(reason);
    expect(await refused).toBe(reason);
    await givenUp;
  });

  it("are unreachable once others are served", async () => {
    const server = await serve({});
    const { storage } = remotePorts(server.url, await readRemoteState(server.url));
    await storage.load([]);
    const nothing = { model: null, payments: null, machines: null, options: {} };
    server.serve({ storage: memoryStorage(), ...nothing });
    await expect(storage.load([])).rejects.toThrow("not served any more");
  });

  it("reject unknown methods", async () => {
    const { url } = await serve({});
    for (const method of ["constructor", "name", "toString"]) {
      const body = JSON.stringify({ generation: 1, port: "storage", method, given: [] });
      const response = await fetch(url, { method: "POST", body });
      expect(await response.text()).toContain(`There is no storage.${method}.`);
    }
  });
});

function ask(path: string, headers: Record<string, string> = {}): Request {
  return new Request(`http://127.0.0.1:3000/api/service${path}`, { headers });
}

describe("a service with such ports", () => {
  it("uses the currently served ports", async () => {
    const server = await serve({ options: { budget: { minReserveUsd: 5 } } });
    const { handler } = remoteService(server.url);
    const first = await handler(ask("/treasury"));
    expect(await first.json()).toMatchObject({ budget: { minReserveUsd: 5 } });
    server.serve({
      storage: memoryStorage(),
      model: null,
      payments: null,
      machines: null,
      options: { budget: { minReserveUsd: 7 } },
    });
    const second = await handler(ask("/treasury"));
    expect(await second.json()).toMatchObject({ budget: { minReserveUsd: 7 } });
  });

  it("closes its treasury on request, and stays mounted", async () => {
    const server = await serve({});
    const { handler } = remoteService(server.url);
    const closed = await handler(ask("/health", { [remoteServiceHeader]: "close" }));
    expect(closed.status).toBe(204);
    const refused = await handler(ask("/treasury"));
    expect(await refused.json()).toMatchObject({ code: "shutting_down" });
  });
});
