import type { ExecOptions } from "@agent-treasury/provider";
import { HttpResponse, delay } from "msw";
import { describe, expect, it } from "vitest";
import type { FlyStandIn } from "./fly-stand-in.fixture.ts";
import { failureOf, hostOn, provision, useStandIns } from "./stand-in-host.fixture.ts";

const newStandIn = useStandIns();

function exec(command: string, timeoutSeconds = 30): ExecOptions {
  const { signal } = new AbortController();
  return { command, timeoutSeconds, maximumOutputBytes: 65_536, signal };
}

async function answering(standIn: FlyStandIn, answer: () => Response | Promise<Response>) {
  const host = hostOn(standIn, { timeoutSeconds: 1 });
  const { id } = await provision(host);
  standIn.interfere = (call) => (call.endsWith("/exec") ? answer() : undefined);
  return (options: ExecOptions) => host.exec(id, options);
}

describe("a command on a machine of Fly", () => {
  it("returns its output of each stream", async () => {
    const standIn = newStandIn();
    const host = hostOn(standIn);
    const { id } = await provision(host);
    const outcome = await host.exec(id, exec("echo out; echo err >&2; exit 7"));
    expect(outcome).toMatchObject({ exitCode: 7, stdout: "out\n", stderr: "err\n" });
  });

  it("ended by a signal has a shell's exit code", async () => {
    const run = await answering(newStandIn(), () =>
      HttpResponse.json({ exit_code: 0, exit_signal: 9 }),
    );
    expect(await run(exec("true"))).toMatchObject({ exitCode: 137, stdout: "", stderr: "" });
  });

  it("times out when Fly does not respond, with a note that it may still run", async () => {
    const run = await answering(newStandIn(), async () => {
      await delay(5_000);
      return HttpResponse.json({});
    });
    const outcome = await run(exec("sleep 100", 1));
    expect(outcome.exitCode).toBe(124);
    expect(outcome.stderr).toContain("may still run");
  });

  it("fails when its response is unreadable or too long", async () => {
    const unreadable = await answering(newStandIn(), () => new HttpResponse("hello"));
    expect((await failureOf(unreadable(exec("true")))).message).toContain("could not be read");
    const endless = await answering(
      newStandIn(),
      () => new HttpResponse("x".repeat(17 * 1_024 * 1_024)),
    );
    expect((await failureOf(endless(exec("true")))).message).toContain("longer than");
  });
});
