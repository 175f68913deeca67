import { type MachineHost, TreasuryError } from "@agent-treasury/provider";
import { afterEach, describe, expect, it, vi } from "vitest";
import { agentWorld, directive, minute, statesOf } from "./agent-world.fixture.ts";

/** A command that does not respond until it is aborted. */
const silence: MachineHost["exec"] = (_id, { signal }) => Promise.reject(signal.reason as Error);

describe("the tool run_command", () => {
  afterEach(() => vi.restoreAllMocks());

  it("runs on the machine and shows the output in the trace", async () => {
    const { process, commands } = agentWorld();
    const result = await process().runTurn({ workspaceId: "acme", message: "run `uname -a`" });
    expect(commands).toEqual(["started: uname -a"]);
    expect(JSON.stringify(result)).toContain("Linux");
  });

  it("resumes a suspended machine, and runs on the same one", async () => {
    const { host, process, commands, advance } = agentWorld();
    await directive(process());
    advance(6 * minute);
    expect(await process().recover()).toMatchObject({ fleet: { suspended: 1, orphans: [] } });
    expect(await statesOf(host)).toEqual(["suspended"]);
    await directive(process());
    expect(commands).toEqual(["started: uname -a", "started: uname -a"]);
    expect(await statesOf(host)).toEqual(["started"]);
  });

  it.each([
    ["machines without a network, with anonymous access", { networked: false }, {}, true],
    ["machines with a network, not with anonymous access", { networked: true }, {}, false],
    [
      "machines with a network, where people sign in",
      { networked: true },
      { authenticate: () => ({ name: "Ada" }) },
      true,
    ],
    ["a host without its key, not", { configured: false }, {}, false],
  ])("is offered on %s", async (_what, hostOptions, options, isOffered) => {
    const { process, commands } = agentWorld(hostOptions);
    await directive(process(options));
    expect(commands.length).toBe(isOffered ? 1 : 0);
  });

  it("reports the host's error to the agent, and the turn continues", async () => {
    const { host, process } = agentWorld();
    const broken: MachineHost = {
      ...host,
      exec: () =>
        Promise.reject(
          new TreasuryError("machine_host_error", "The disk is full, Bearer abcdefghijk."),
        ),
    };
    const reply = await directive(process({ host: broken }));
    expect(reply).toContain("The disk is full");
    expect(reply).not.toContain("abcdefghijk");
  });

  it("reports an unresponsive host to the agent, and the turn continues", async () => {
    const { host, process } = agentWorld();
    await directive(process());
    const late = new DOMException("The operation timed out.", "TimeoutError");
    vi.spyOn(AbortSignal, "timeout").mockReturnValue(AbortSignal.abort(late));
    const reply = await directive(process({ host: { ...host, exec: silence } }));
    expect(reply).toContain("The command may still be running.");
  });

  it("does not suspend a slowly starting machine before its command ran", async () => {
    const { host, process, advance } = agentWorld();
    const limits = { idleSuspendSeconds: 60 };
    await directive(process({ limits }));
    advance(2 * minute);
    expect(await process({ limits }).recover()).toMatchObject({ fleet: { suspended: 1 } });
    const started = Promise.withResolvers<void>();
    const start: MachineHost["start"] = async (id) => {
      const machine = await host.start(id);
      await started.promise;
      return machine;
    };
    const turn = directive(process({ host: { ...host, start }, limits }));
    await expect.poll(() => statesOf(host)).toEqual(["started"]);
    advance(4 * minute);
    expect(await process({ limits }).recover()).toMatchObject({ fleet: { suspended: 0 } });
    started.resolve();
    await turn;
  });
});
