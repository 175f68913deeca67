import { describeOnHost } from "containers-for-tests";
import { expect, it } from "vitest";
import { codeOf, run, withMachine } from "./real-host.fixture.ts";

describeOnHost("a command", () => {
  it("returns its two streams separately and replaces invalid bytes", async () => {
    await withMachine(async (machine, machines) => {
      const outcome = await run(machines, machine, "printf 'a\\xff\\xfeb'; echo wrong >&2; exit 9");
      expect(outcome).toMatchObject({ exitCode: 9, stdout: "a��b", stderr: "wrong\n" });
    });
  });

  it("stops at its timeout with all child processes, and its output is returned", async () => {
    await withMachine(async (machine, machines) => {
      const command = "echo begun; (setsid sleep 4567 &) ; sleep 4568 & sleep 4569";
      const outcome = await run(machines, machine, command, { timeoutSeconds: 1 });
      expect(outcome).toMatchObject({ exitCode: 124, stdout: "begun\n" });
      const { stdout } = await run(machines, machine, "ps -o args | grep '456[789]'; true");
      expect(stdout).toBe("");
    });
  });

  it("stops when its caller aborts", async () => {
    await withMachine(async (machine, machines) => {
      const left = machines.exec(machine.id, {
        command: "sleep 4570",
        timeoutSeconds: 30,
        maximumOutputBytes: 100,
        signal: AbortSignal.timeout(500),
      });
      expect(await codeOf(left)).toBe("machine_host_error");
      const { stdout } = await run(machines, machine, "ps -o args | grep '457[0]'; true");
      expect(stdout).toBe("");
    });
  });

  it("does not wait for background processes", async () => {
    await withMachine(async (machine, machines) => {
      const outcome = await run(machines, machine, "sleep 20 & echo done", {
        timeoutSeconds: 10,
      });
      expect(outcome).toMatchObject({ exitCode: 0, stdout: "done\n" });
    });
  });

  it("returns no more of endless output than requested", async () => {
    await withMachine(async (machine, machines) => {
      const limits = { timeoutSeconds: 2, maximumOutputBytes: 1_000 };
      const { exitCode, stdout } = await run(machines, machine, "yes", limits);
      expect(exitCode).toBe(124);
      expect(stdout).toMatch(/\[output cut here\]\n$/);
      expect(stdout.length).toBeLessThan(1_100);
    });
  });
});
