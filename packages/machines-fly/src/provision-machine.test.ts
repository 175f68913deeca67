import { HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import { type FlyStandIn, refuse } from "./fly-stand-in.fixture.ts";
import { failureOf, hostOn, provision, tags, useStandIns } from "./stand-in-host.fixture.ts";

const newStandIn = useStandIns();
const creation = "POST /apps/ours/machines";

function machineCount({ apps }: FlyStandIn): number {
  return apps.get("ours")?.size ?? 0;
}

describe("a provision", () => {
  it("creates a missing app with its own network in the named organization", async () => {
    const standIn = newStandIn();
    await provision(hostOn(standIn, { organization: "acme" }));
    await provision(hostOn(standIn), "other");
    expect(standIn.appRequests).toEqual([{ name: "ours", network: "ours", org_slug: "acme" }]);
    expect(machineCount(standIn)).toBe(2);
  });

  it("reports why the app could not be created", async () => {
    const standIn = newStandIn();
    standIn.interfere = (call) =>
      call === "POST /apps" ? refuse(422, "Name has already been taken") : undefined;
    const { code, message } = await failureOf(provision(hostOn(standIn)));
    expect(code).toBe("machine_host_error");
    expect(message).toContain("Name has already been taken");
  });

  it("creates no app for a list", async () => {
    const standIn = newStandIn();
    expect(await hostOn(standIn).list()).toEqual([]);
    expect(standIn.calls).toEqual(["GET /apps/ours/machines"]);
  });

  it("waits in windows that Fly allows until the machine starts", async () => {
    const standIn = newStandIn();
    standIn.waitsBeforeStarted = 7;
    expect((await provision(hostOn(standIn))).state).toBe("started");
    expect(standIn.calls.filter((call) => call.endsWith("/wait"))).toHaveLength(8);
  });

  it("creates one machine when the response to its creation is lost", async () => {
    const standIn = newStandIn();
    let lost = 0;
    standIn.interfere = (call, perform) => {
      if (call !== creation || lost > 0) return undefined;
      lost += 1;
      return Promise.resolve(perform()).then(() => HttpResponse.error());
    };
    const machine = await provision(hostOn(standIn));
    expect(machine.state).toBe("started");
    expect(lost).toBe(1);
    expect(standIn.calls.filter((call) => call === creation)).toHaveLength(1);
    expect(machineCount(standIn)).toBe(1);
  });

  it("creates it again when the lost call was not performed", async () => {
    const standIn = newStandIn();
    let lost = 0;
    standIn.interfere = (call) => {
      if (call !== creation || lost > 0) return undefined;
      lost += 1;
      return refuse(503, "unavailable");
    };
    expect((await provision(hostOn(standIn))).state).toBe("started");
    expect([lost, machineCount(standIn)]).toEqual([1, 1]);
  });

  it("is not retried when Fly rejects the request", async () => {
    const standIn = newStandIn();
    standIn.interfere = (call) =>
      call === creation ? refuse(422, "image not found: acme/missing") : undefined;
    const { message } = await failureOf(provision(hostOn(standIn)));
    expect(message).toContain("Fly answered 422: image not found: acme/missing");
    expect(standIn.calls.filter((call) => call === creation)).toHaveLength(1);
  });

  it("creates one machine for concurrent requests with its name", async () => {
    const standIn = newStandIn();
    const machines = await Promise.all(
      Array.from({ length: 12 }, () => provision(hostOn(standIn))),
    );
    expect(new Set(machines.map(({ id }) => id)).size).toBe(1);
    expect(machineCount(standIn)).toBe(1);
  });

  it("uses no machine of another workspace", async () => {
    const standIn = newStandIn();
    standIn.plant("body");
    const host = hostOn(standIn);
    expect((await failureOf(provision(host))).message).toContain("is taken");
    await provision(host, "second");
    const { signal } = new AbortController();
    const other = { ...tags, workspaceId: "other" };
    const taken = host.provision({ name: "second", tags: other, signal });
    expect((await failureOf(taken)).message).toContain("is taken");
  });

  it("stops with the signal's reason, and finds its machine in the next attempt", async () => {
    const standIn = newStandIn();
    standIn.waitsBeforeStarted = Number.POSITIVE_INFINITY;
    const reason = new Error("out of time");
    const controller = new AbortController();
    const host = hostOn(standIn);
    const provisioned = provision(host, "body", controller.signal);
    setTimeout(() => controller.abort(reason), 100);
    await expect(provisioned).rejects.toBe(reason);
    standIn.waitsBeforeStarted = 0;
    expect((await provision(host)).name).toBe("body");
    expect(machineCount(standIn)).toBe(1);
  });

  it("fails for a machine that does not stay up", async () => {
    const standIn = newStandIn();
    const host = hostOn(standIn);
    await provision(host);
    const machine = standIn.machine("body");
    machine.state = "stopped";
    standIn.interfere = (call) => (call.endsWith("/start") ? HttpResponse.json({}) : undefined);
    expect((await failureOf(provision(host))).message).toContain("does not stay up");
  });

  it("reports a concurrently destroyed machine as a host failure", async () => {
    const standIn = newStandIn();
    standIn.interfere = (call) => {
      if (call.endsWith("/wait")) standIn.apps.get("ours")?.clear();
      return undefined;
    };
    const { code, message } = await failureOf(provision(hostOn(standIn)));
    expect(code).toBe("machine_host_error");
    expect(message).toContain("was destroyed meanwhile");
  });

  it("reports a missing organization as a host failure", async () => {
    const standIn = newStandIn();
    standIn.interfere = (call) =>
      call === "POST /apps" ? refuse(404, "organization not found") : undefined;
    const { code, message } = await failureOf(provision(hostOn(standIn)));
    expect([code, message]).toEqual([
      "machine_host_error",
      "Fly answered 404: organization not found.",
    ]);
  });
});
