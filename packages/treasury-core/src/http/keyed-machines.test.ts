import { describe, expect, it } from "vitest";
import { killed, world } from "./keyed-requests.fixture.ts";

const second = 1_000;

describe("a machine request with a key", () => {
  it("creates one machine, even if the first attempt was killed and the workspace is full since", async () => {
    const { process, host, clock } = world();
    const machines = { host, limits: { perWorkspace: 1 } };
    host.beforeAnswer = killed;
    void process({ machines })("/agents", { goal: "Read." }, "k");
    while (host.machines.size === 0) await new Promise((resolve) => setImmediate(resolve));
    host.beforeAnswer = async () => {};
    const post = process({ machines });
    expect(await post("/agents", { goal: "Read." }, "k")).toMatchObject({
      code: "idempotency_key_in_use",
    });
    clock.advance(331 * second);
    const repeated = await post("/agents", { goal: "Read." }, "k");
    expect(repeated.status).toBe(200);
    expect(host.machines.size).toBe(1);
    expect(await post("/agents", { goal: "Read." }, "k")).toEqual(repeated);
    expect(await post("/agents", { goal: "Read." }, "other")).toMatchObject({
      code: "machine_limit_reached",
    });
  });

  it("does not create a destroyed machine again", async () => {
    const { process, host } = world();
    const post = process();
    const { body } = await post("/agents", {}, "k");
    await host.destroy(body.machine.id);
    expect(await post("/agents", {}, "k")).toMatchObject({
      status: 500,
      code: "machine_host_error",
    });
    expect(host.machines.size).toBe(0);
  });

  it("runs a command once: its output is not stored, so a repetition is rejected", async () => {
    const { process, host, clock } = world();
    let runs = 0;
    host.exec = async () => {
      runs += 1;
      if (runs === 2) throw new Error("The connection broke.");
      return { exitCode: 0, stdout: "", stderr: "", durationMs: 1 };
    };
    const post = process();
    const { body } = await post("/agents", {}, null);
    const path = `/agents/${body.machine.id}`;
    const exec = { action: "exec", command: "make" };
    expect(await post(path, exec, "k")).toMatchObject({ status: 200 });
    expect(await post(path, exec, "k")).toMatchObject({ code: "idempotency_key_reused" });
    expect(await post(path, { ...exec, command: "true" }, "k")).toMatchObject({ status: 409 });
    // Whether this command ran before its connection broke is unknown.
    expect(await post(path, exec, "broken")).toMatchObject({ status: 500 });
    expect(await post(path, exec, "broken")).toMatchObject({ code: "idempotency_key_reused" });
    expect(runs).toBe(2);
    const none = process({ machines: { host: { ...host, configured: () => false } } });
    expect(await none(path, exec, "early")).toMatchObject({ code: "machines_not_connected" });
    // Another process's clock may be behind.
    clock.advance(-10_000);
    expect(await process()(path, exec, "early")).toMatchObject({ status: 200 });
  });
});
