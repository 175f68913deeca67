import { TreasuryError, type MachineHost, type Storage } from "@agent-treasury/provider";
import { forwardedStorage } from "@agent-treasury/provider/helpers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type FailureReport, type TreasuryOptions, createTreasury } from "../../index.ts";
import { memoryStorage } from "../../memory.ts";
import { hostOfOneMachine } from "./one-machine.fixture.ts";

const origin = "http://localhost:3000";

/** Sends one request to a deployment with this host. */
async function ask(
  methods: Partial<MachineHost>,
  request: { readonly method: string; readonly path: string; readonly body?: unknown },
  options: Partial<TreasuryOptions> = {},
): Promise<{ status: number; body: unknown }> {
  const { handler } = createTreasury({
    baseUrl: origin,
    storage: memoryStorage(),
    machines: { host: hostOfOneMachine(methods) },
    onFailure: () => undefined,
    ...options,
  });
  const { method, path, body } = request;
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
  const headers = { "content-type": "application/json" };
  const response = await handler(new Request(`${origin}/api/service${path}`, { ...init, headers }));
  return { status: response.status, body: await response.json() };
}

/** A storage that rejects every commit after the first `accepted`. */
function failingAfter(accepted: number): Storage {
  const storage = memoryStorage();
  let commits = 0;
  return {
    ...forwardedStorage(storage),
    commit: async (sent) => {
      commits += 1;
      if (commits <= accepted) return storage.commit(sent);
      throw new TreasuryError("storage_error", "The disk is full.");
    },
  };
}

/** A host that does not respond until the call is aborted. */
const silence: MachineHost["exec"] = (_id, { signal }) => Promise.reject(signal.reason as Error);

const machineMissing = () =>
  Promise.reject(new TreasuryError("machine_not_found", "There is no machine machine-1."));

const appMissing = () =>
  Promise.reject(new TreasuryError("machines_not_connected", "HOST_APP is not set."));

describe("a command on a machine", () => {
  it("may have a timeout of a fraction of a second", async () => {
    const body = { action: "exec", command: "true", timeoutSec: 1.0005 };
    const answer = await ask({}, { method: "POST", path: "/agents/machine-1", body });
    expect(answer).toMatchObject({ status: 200, body: { ok: true } });
  });
});

describe("a host that does not respond after a command's timeout", () => {
  afterEach(() => vi.restoreAllMocks());

  it("is reported as a host error", async () => {
    const late = new DOMException("The operation timed out.", "TimeoutError");
    vi.spyOn(AbortSignal, "timeout").mockReturnValue(AbortSignal.abort(late));
    const body = { action: "exec", command: "true", timeoutSec: 7 };
    const answer = await ask(
      { exec: silence },
      { method: "POST", path: "/agents/machine-1", body },
    );
    expect(answer).toMatchObject({
      status: 500,
      body: {
        code: "machine_host_error",
        error: expect.stringContaining("The command may still be running."),
      },
    });
  });
});

describe("a machine that is destroyed during a request", () => {
  it.each([
    ["suspended", { suspend: machineMissing }, { action: "suspend" }],
    ["started", { start: machineMissing }, { action: "start" }],
    ["given a command", { exec: machineMissing }, { action: "exec", command: "true" }],
  ])("is a host error if it should be %s", async (_what, methods, body) => {
    const answer = await ask(methods, { method: "POST", path: "/agents/machine-1", body });
    expect(answer).toMatchObject({ status: 500, body: { code: "machine_host_error" } });
  });

  it("is a host error if it should be destroyed", async () => {
    const request = { method: "DELETE", path: "/agents/machine-1" };
    const answer = await ask({ destroy: machineMissing }, request);
    expect(answer).toMatchObject({ status: 500, body: { code: "machine_host_error" } });
  });
});

describe("a machine that is destroyed while it is created", () => {
  it("is a host error", async () => {
    const request = { method: "POST", path: "/agents", body: {} };
    const answer = await ask({ provision: machineMissing }, request);
    expect(answer).toMatchObject({ status: 500, body: { code: "machine_host_error" } });
  });
});

describe("a setting of the host that is missing beside its credentials", () => {
  it.each(["/agents", "/agents/machine-1"])("is a host error at GET %s", async (path) => {
    const answer = await ask({ list: appMissing, get: appMissing }, { method: "GET", path });
    expect(answer).toMatchObject({
      status: 500,
      body: { code: "machine_host_error", error: expect.stringContaining("HOST_APP is not set.") },
    });
  });
});

describe("a reservation that cannot be released", () => {
  it("does not hide why the machine was not created", async () => {
    const reports: FailureReport[] = [];
    const refusal = new TreasuryError("machine_host_error", "The image is gone.");
    const answer = await ask(
      { provision: () => Promise.reject(refusal) },
      { method: "POST", path: "/agents", body: {} },
      { storage: failingAfter(1), onFailure: (report) => reports.push(report) },
    );
    expect(answer).toMatchObject({
      status: 500,
      body: { code: "machine_host_error", error: expect.stringContaining("The image is gone.") },
    });
    expect(reports.map(({ error }) => error)).toContainEqual(
      expect.objectContaining({ message: "The disk is full." }),
    );
  });
});
