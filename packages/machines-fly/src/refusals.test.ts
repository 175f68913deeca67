import { HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import { refuse, standInToken } from "./fly-stand-in.fixture.ts";
import { failureOf, hostOn, provision, useStandIns } from "./stand-in-host.fixture.ts";

const newStandIn = useStandIns();

describe("an id", () => {
  it.each([
    "..",
    ".",
    "",
    "%2e%2e",
    "%2E%2E",
    "../../other",
    "a/b",
    "a?b",
    "a#b",
    "-a",
    "a\n",
    "a".repeat(129),
  ])("such as %j sends no request, because it could reach another path", async (id) => {
    const standIn = newStandIn();
    const host = hostOn(standIn);
    const exec = {
      command: "true",
      timeoutSeconds: 1,
      maximumOutputBytes: 1,
      signal: new AbortController().signal,
    };
    const calls = [
      host.get(id),
      host.start(id),
      host.suspend(id),
      host.exec(id, exec),
      host.destroy(id),
    ];
    for (const call of calls) expect((await failureOf(call)).code).toBe("machine_not_found");
    expect(standIn.calls).toEqual([]);
  });

  it("of another owner's machine is readable but cannot be changed", async () => {
    const standIn = newStandIn();
    const id = standIn.plant("theirs");
    const host = hostOn(standIn);
    for (const call of [host.start(id), host.suspend(id), host.destroy(id)]) {
      expect((await failureOf(call)).code).toBe("machine_not_found");
    }
    expect(standIn.calls.every((call) => call.startsWith("GET "))).toBe(true);
    expect(standIn.machine("theirs").state).toBe("started");
  });
});

describe("a temporary rejection", () => {
  it("of a stopping machine is retried, and the machine starts", async () => {
    const standIn = newStandIn();
    const host = hostOn(standIn);
    const { id } = await provision(host);
    standIn.machine("body").state = "stopping";
    expect((await host.start(id)).state).toBe("started");
  });

  it("is retried after Fly's delay, up to a maximum", async () => {
    const standIn = newStandIn();
    const host = hostOn(standIn);
    const { id } = await provision(host);
    let refusals = 0;
    standIn.interfere = (call) => {
      if (!call.startsWith("DELETE") || refusals === 3) return undefined;
      refusals += 1;
      return refuse(429, "rate limit exceeded", { "retry-after": "3600" });
    };
    await host.destroy(id);
    expect([refusals, standIn.apps.get("ours")?.size]).toEqual([3, 0]);
  });

  it("that persists is reported after a bounded number of attempts", async () => {
    const standIn = newStandIn();
    standIn.interfere = () => refuse(429, "rate limit exceeded");
    const { code, message } = await failureOf(hostOn(standIn).list());
    expect([code, message]).toEqual(["machine_host_error", "Fly's rate limit was reached."]);
    expect(standIn.calls).toHaveLength(7);
  });
});

describe("a call that may have been performed", () => {
  it("is retried only when it reads", async () => {
    const standIn = newStandIn();
    const host = hostOn(standIn);
    const { id } = await provision(host);
    let lost = 0;
    standIn.interfere = (call) => {
      lost += 1;
      return call.startsWith("GET") && lost > 2 ? undefined : HttpResponse.error();
    };
    const exec = {
      command: "true",
      timeoutSeconds: 1,
      maximumOutputBytes: 1,
      signal: new AbortController().signal,
    };
    expect((await failureOf(host.exec(id, exec))).message).toContain("could not be reached");
    expect(standIn.calls.filter((call) => call.endsWith("/exec"))).toHaveLength(1);
  });

  it("succeeds when the machine to destroy is already destroyed", async () => {
    const standIn = newStandIn();
    const host = hostOn(standIn);
    const { id } = await provision(host);
    standIn.interfere = (call, perform) =>
      call.startsWith("DELETE")
        ? Promise.resolve(perform()).then(() => HttpResponse.error())
        : undefined;
    await host.destroy(id);
    expect(standIn.apps.get("ours")?.size).toBe(0);
  });
});

describe("an error message", () => {
  it("does not contain the token, in any form that Fly repeats", async () => {
    const standIn = newStandIn();
    const told = JSON.stringify;
    for (const answer of [
      () => refuse(500, `bad token ${standInToken}`),
      () => refuse(500, `bad token ${encodeURIComponent(standInToken)}`),
      () => refuse(500, `bad token ${btoa(standInToken)}`),
      () => refuse(401, `bad token ${standInToken}`),
      () => new HttpResponse(`<html>${standInToken}</html>`, { status: 502 }),
      () => new HttpResponse(`no JSON ${standInToken}`),
      () => HttpResponse.error(),
    ]) {
      standIn.interfere = answer;
      const error: unknown = await hostOn(standIn)
        .list()
        .catch((cause: unknown) => cause);
      const all = `${String(error)} ${told(error)} ${told((error as Error).cause ?? null)}`;
      expect(all).toContain("Fly");
      expect(all).not.toContain(standInToken);
    }
  });

  it("does not contain a token of unusual form", async () => {
    const standIn = newStandIn();
    standIn.interfere = () => refuse(500, "whoever sent correct-horse is not known");
    const { message } = await failureOf(hostOn(standIn, { token: "correct-horse" }).list());
    expect(message).toBe("Fly answered 500: whoever sent [redacted] is not known.");
  });

  it("is cut when it is long", async () => {
    const standIn = newStandIn();
    standIn.interfere = () => refuse(422, "x".repeat(10_000));
    expect((await failureOf(hostOn(standIn).list())).message.length).toBeLessThan(400);
  });
});
