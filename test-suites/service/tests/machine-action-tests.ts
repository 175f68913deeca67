import { TreasuryError } from "@agent-treasury/provider";
import type { ServiceTest } from "../service-test.ts";
import { eventsOf, runTurn, toolCall } from "../steps.ts";
import type { TestContext } from "../test-context.ts";
import { leakyMessage } from "../treasury/leaked-secrets.ts";

async function makeMachine(context: TestContext): Promise<string> {
  return (await context.ok("provisionMachine", { workspaceId: "acme" })).machine.id;
}

/** Suspending, starting, and running commands. */
export const machineActionTests: readonly ServiceTest[] = [
  {
    shows: ["open/run-command", "turn/loop"],
    name: "POST agent → 200: an agent's command runs on its workspace's one machine, which it starts",
    run: async (context) => {
      context.machines.answerCommands((command) => ({
        exitCode: command === "false" ? 1 : 0,
        stdout: `ran ${command}`,
        stderr: "",
      }));
      const run = (command: string) =>
        runTurn(context, [toolCall("run_command", { command }), "Done."], "acme");
      const [first] = eventsOf((await run("uname -a")).events, "tool_result");
      context.expect(JSON.stringify(first).includes("ran uname -a")).toBe(true);
      const [body, ...others] = (await context.ok("listMachines", {})).machines;
      context.expect([body?.workspaceId, body?.state, others]).toEqual(["acme", "started", []]);
      await context.ok("actOnMachine", { id: body?.id ?? "", action: "suspend" });
      const [second] = eventsOf((await run("false")).events, "tool_result");
      context.expect(second?.ok).toBe(false);
      const machines = (await context.ok("listMachines", {})).machines;
      context.expect(machines.map(({ id, state }) => [id, state])).toEqual([[body?.id, "started"]]);
    },
  },
  {
    shows: ["act/suspend", "act/start", "machine/suspend", "machine/start"],
    name: "POST agents/{id} → 200: suspend and start return the machine's current state",
    run: async (context) => {
      const id = await makeMachine(context);
      for (const [action, state] of [
        ["suspend", "suspended"],
        ["suspend", "suspended"],
        ["start", "started"],
        ["start", "started"],
      ] as const) {
        const answer = await context.ok("actOnMachine", { id, action });
        const machine = "machine" in answer ? answer.machine : null;
        context.expect([answer.ok, machine?.id, machine?.state]).toEqual([true, id, state]);
        context.expect((await context.ok("readMachine", { id })).machine.state).toBe(state);
      }
    },
  },
  {
    shows: ["act/exec", "act/command", "resource/exec-result"],
    name: "POST agents/{id} → 200: exec runs the command; ok exactly when the exit code is 0",
    run: async (context) => {
      const id = await makeMachine(context);
      context.machines.answerCommands((command) => ({
        exitCode: Number(/^exit (\d+)$/.exec(command)?.[1] ?? 0),
        stdout: `ran ${command}\n`,
        stderr: "a warning\n",
      }));
      for (const [command, exitCode] of [
        ["echo 'grüße' | wc -c", 0],
        ["exit 1", 1],
        ["exit 127", 127],
        ["exit 255", 255],
      ] as const) {
        const answer = await context.ok("actOnMachine", { id, action: "exec", command });
        context.expect(answer).toEqual({
          ok: exitCode === 0,
          result: { exitCode, stdout: `ran ${command}\n`, stderr: "a warning\n", durationMs: 1 },
        });
      }
    },
  },
  {
    shows: ["open/exec-timeout", "act/exec"],
    name: "POST agents/{id} → 200: an exec that timed out is not ok, with exit code 124",
    run: async (context) => {
      const id = await makeMachine(context);
      context.machines.answerCommands(() => ({ exitCode: 124, stdout: "so far\n", stderr: "" }));
      const input = { id, action: "exec", command: "sleep 9", timeoutSec: 1 } as const;
      context.expect(await context.ok("actOnMachine", input)).toEqual({
        ok: false,
        result: { exitCode: 124, stdout: "so far\n", stderr: "", durationMs: 1 },
      });
    },
  },
  {
    shows: ["act/timeout", "open/exec-timeout-bounds"],
    name: "POST agents/{id} → 200: timeoutSec from 1 to 600 reaches the host; 60 by default",
    run: async (context) => {
      const id = await makeMachine(context);
      for (const timeoutSec of [1, 2.5, 600, undefined]) {
        await context.ok("actOnMachine", { id, action: "exec", command: "ls", timeoutSec });
      }
      const asked = context.machines.calls.filter(({ method }) => method === "exec");
      context.expect(asked.map(({ timeoutSeconds }) => timeoutSeconds)).toEqual([1, 2.5, 600, 60]);
    },
  },
  {
    shows: ["open/exec-timeout-bounds", "act/timeout"],
    name: "POST agents/{id} → 400: timeoutSec is not a number, or outside of 1 to 600",
    run: async (context) => {
      const id = await makeMachine(context);
      const timeouts = [0, -1, 0.999, 600.001, 1e300, "60", null, Number.NaN, true, [60]];
      for (const timeoutSec of timeouts) {
        const input = { id, action: "exec", command: "ls", timeoutSec };
        const { error } = await context.refused("invalid_request", "actOnMachine", input);
        context.expect([timeoutSec, error.includes("timeoutSec")]).toEqual([timeoutSec, true]);
      }
      context.expect(context.machines.calls.some(({ method }) => method === "exec")).toBe(false);
    },
  },
  {
    shows: ["open/exec-suspended", "machine/start"],
    name: "POST agents/{id} → 200: exec starts a suspended machine first",
    run: async (context) => {
      const id = await makeMachine(context);
      await context.ok("actOnMachine", { id, action: "suspend" });
      context
        .expect((await context.ok("actOnMachine", { id, action: "exec", command: "ls" })).ok)
        .toBe(true);
      context
        .expect(context.machines.calls.slice(-2).map(({ method }) => method))
        .toEqual(["start", "exec"]);
      context.expect((await context.ok("readMachine", { id })).machine.state).toBe("started");
    },
  },
  {
    shows: ["open/exec-output"],
    name: "POST agents/{id} → 200: each output has at most 64 KiB, cut and marked, without split characters",
    run: async (context) => {
      const id = await makeMachine(context);
      context.machines.answerCommands(() => ({
        exitCode: 0,
        stdout: "ä".repeat(40_000),
        stderr: "e".repeat(65_536),
      }));
      const answer = await context.ok("actOnMachine", { id, action: "exec", command: "yes" });
      if (!("result" in answer)) throw new Error("An exec returns a result.");
      const { stdout, stderr } = answer.result;
      context.expect(/^ä{32768}[^ä\ufffd]+$/.test(stdout)).toBe(true);
      context.expect(stderr).toBe("e".repeat(65_536));
    },
  },
  {
    shows: ["error/act-400-command", "act/command"],
    name: "POST agents/{id} → 400: exec without command, or with a blank one",
    run: async (context) => {
      const id = await makeMachine(context);
      for (const command of [undefined, null, "", "  \n", 7, ["ls"], "x".repeat(32_001)]) {
        const input = { id, action: "exec", command };
        const { error } = await context.refused("invalid_request", "actOnMachine", input);
        context.expect(error.includes("command")).toBe(true);
      }
      context.expect(context.machines.calls.some(({ method }) => method === "exec")).toBe(false);
    },
  },
  {
    shows: ["error/act-500", "open/machine-missing", "open/failure-body"],
    name: "POST agents/{id} → 500: there is no such machine, or the host fails",
    run: async (context) => {
      const id = await makeMachine(context);
      for (const action of ["suspend", "start", "exec"] as const) {
        const input = { id: "memory-9", action, command: "ls" };
        const missing = await context.refused("machine_host_error", "actOnMachine", input);
        context.expect(missing.status).toBe(500);
        const failure = new TreasuryError("machine_host_error", leakyMessage);
        context.machines.failNext(action, failure);
        const failed = await context.refused("machine_host_error", "actOnMachine", {
          ...input,
          id,
        });
        context.expect([failed.status, failed.error.includes("Upstream")]).toEqual([500, true]);
        context.machines.failNext(action, new Error(leakyMessage));
        const outcome = await context.call("actOnMachine", { ...input, id });
        context.expect(outcome.ok ? 200 : outcome.status).toBe(500);
      }
    },
  },
  {
    shows: ["open/machine-id", "bad/machine-id"],
    name: "GET agents/{id} → 404, POST and DELETE → 400: a malformed id, without a request to the host",
    run: async (context) => {
      const ids = [
        "-x",
        "_x",
        "a.b",
        "a b",
        "é",
        "a\nb",
        "a?b",
        "a#b",
        "a%2eb",
        "x".repeat(129),
        "a\u0000",
      ];
      for (const id of ids) {
        const { status } = await context.refused("machine_not_found", "readMachine", { id });
        context.expect(status).toBe(404);
        await context.refused("invalid_request", "actOnMachine", { id, action: "start" });
        await context.refused("invalid_request", "destroyMachine", { id });
      }
      context.expect(context.machines.calls).toEqual([]);
    },
  },
];
