import { type TreasuryHandler, createTreasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { describe, expect, it } from "vitest";
import { type FlyStandIn, refuse, standInToken } from "./fly-stand-in.fixture.ts";
import { hostOn, useStandIns } from "./stand-in-host.fixture.ts";

const newStandIn = useStandIns();
const service = "http://localhost:3000/api/service/agents";

interface Answer {
  readonly status: number;
  readonly body: {
    readonly machines: readonly object[];
    readonly machine: { readonly id: string };
    readonly ok: boolean;
    readonly code: string;
    readonly error: string;
  };
}

function tellNobody(): void {}

function serviceOn(standIn: FlyStandIn): TreasuryHandler {
  const baseUrl = "http://localhost:3000";
  const machines = { host: hostOn(standIn) };
  return createTreasury({ baseUrl, storage: memoryStorage(), machines, onFailure: tellNobody })
    .handler;
}

async function ask(
  handler: TreasuryHandler,
  method: "GET" | "POST" | "DELETE",
  path = "",
  body: object = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const request = new Request(`${service}${path}`, {
    method,
    ...(method === "POST" && { body: JSON.stringify(body) }),
    headers: { "content-type": "application/json", ...headers },
  });
  const answer = await handler(request);
  return { status: answer.status, body: (await answer.json()) as Answer["body"] };
}

describe("the service with machines on Fly", () => {
  it("runs a machine's lifecycle", async () => {
    const standIn = newStandIn();
    const handler = serviceOn(standIn);
    expect((await ask(handler, "GET")).body).toMatchObject({ configured: true, machines: [] });
    const made = await ask(handler, "POST", "", { workspaceId: "acme", goal: "reads mail" });
    expect(made).toMatchObject({ status: 200, body: { machine: { state: "started" } } });
    const { id } = made.body.machine;
    const act = (body: object) => ask(handler, "POST", `/${id}`, body);
    expect((await act({ action: "suspend" })).body).toMatchObject({
      ok: true,
      machine: { state: "suspended", workspaceId: "acme", goal: "reads mail", role: "agent-body" },
    });
    standIn.now += 3_600_000;
    // A command starts it, and the suspended hour is not billed.
    expect((await act({ action: "exec", command: "echo it works" })).body).toMatchObject({
      ok: true,
      result: { exitCode: 0, stdout: "it works\n", stderr: "" },
    });
    expect((await act({ action: "exec", command: "exit 2" })).body.ok).toBe(false);
    const late = await act({ action: "exec", command: "sleep 20", timeoutSec: 1 });
    expect(late).toMatchObject({ status: 200, body: { ok: false, result: { exitCode: 124 } } });
    standIn.now += 3_600_000;
    expect((await ask(handler, "GET", `/${id}`)).body.machine).toMatchObject({
      uptimeMs: 3_600_000,
      computeCostUsd: 0.04464,
    });
    expect(await ask(handler, "DELETE", `/${id}`)).toMatchObject({ status: 200 });
    expect(await ask(handler, "GET", `/${id}`)).toMatchObject({ status: 404 });
    expect(standIn.apps.get("ours")?.size).toBe(0);
  });

  it.each(["..", "%2e%2e", "%252e%252e", "..%2f..", "a%2fb", "%00"])(
    "sends Fly no request for the id %s",
    async (id) => {
      const standIn = newStandIn();
      const handler = serviceOn(standIn);
      for (const method of ["GET", "POST", "DELETE"] as const) {
        const { status } = await ask(handler, method, `/${id}`, { action: "start" });
        expect([400, 404, 405]).toContain(status);
      }
      expect(standIn.calls).toEqual([]);
    },
  );

  it("creates one machine for a repeated request after a lost response", async () => {
    const standIn = newStandIn();
    const handler = serviceOn(standIn);
    let lost = 0;
    standIn.interfere = (call, perform) => {
      if (call !== "POST /apps/ours/machines" || lost === 1) return undefined;
      lost += 1;
      return Promise.resolve(perform()).then(() => Response.error());
    };
    const key = { "idempotency-key": "one-machine-please" };
    const first = await ask(handler, "POST", "", { workspaceId: "acme" }, key);
    const again = await ask(handler, "POST", "", { workspaceId: "acme" }, key);
    expect([first.status, again.status, lost]).toEqual([200, 200, 1]);
    expect(again.body.machine.id).toBe(first.body.machine.id);
    expect(standIn.apps.get("ours")?.size).toBe(1);
  });

  it("responds with 404 to a read of a machine that Fly does not know, and otherwise with 500", async () => {
    const standIn = newStandIn();
    const handler = serviceOn(standIn);
    await ask(handler, "POST");
    for (const status of [400, 404]) {
      standIn.interfere = () => refuse(status, "no such machine");
      expect((await ask(handler, "GET", "/unknown")).status).toBe(404);
      for (const action of ["suspend", "start", "exec"]) {
        const act = { action, command: "true" };
        expect((await ask(handler, "POST", "/unknown", act)).status).toBe(500);
      }
      expect((await ask(handler, "DELETE", "/unknown")).status).toBe(500);
    }
    for (const status of [401, 403, 422, 500]) {
      standIn.interfere = () => refuse(status, "broken");
      for (const method of ["GET", "POST", "DELETE"] as const) {
        const answer = await ask(handler, method, "/unknown", { action: "start" });
        expect([status, method, answer.status]).toEqual([status, method, 500]);
      }
    }
  });

  it("lists the other machines if one is destroyed meanwhile", async () => {
    const standIn = newStandIn();
    const handler = serviceOn(standIn);
    const { id } = (await ask(handler, "POST")).body.machine;
    const other = (await ask(handler, "POST")).body.machine;
    const machines = [...(standIn.apps.get("ours")?.values() ?? [])];
    // Fly lists only newer events, so that the older ones are read.
    machines.find((machine) => machine.id === id)?.events.pop();
    standIn.interfere = (call) =>
      call.endsWith(`${id}/events`) ? refuse(404, "machine not found") : undefined;
    const listed = await ask(handler, "GET");
    expect(listed).toMatchObject({ status: 200, body: { machines: [{ id: other.id }] } });
  });

  it("responds with 500 to a provision whose machine is destroyed meanwhile", async () => {
    const standIn = newStandIn();
    standIn.interfere = (call) =>
      call.endsWith("/wait") ? refuse(404, "machine not found") : undefined;
    const { status, body } = await ask(serviceOn(standIn), "POST");
    expect([status, body.code]).toEqual([500, "machine_host_error"]);
  });

  it("reports Fly's message without the token", async () => {
    const standIn = newStandIn();
    standIn.interfere = () => refuse(422, `no capacity in iad (${standInToken})`);
    const { status, body } = await ask(serviceOn(standIn), "POST", "", {});
    expect([status, body.code]).toEqual([500, "machine_host_error"]);
    expect(body.error).toContain("no capacity in iad");
    expect(JSON.stringify(body)).not.toContain("standInToken");
  });
});
