import { TreasuryError } from "@agent-treasury/provider";
import type { ServiceTest } from "../service-test.ts";
import { leakyMessage } from "../treasury/leaked-secrets.ts";

/** Listing, reading and removing machines. */
export const fleetTests: readonly ServiceTest[] = [
  {
    shows: ["list-machines/answer", "resource/spec", "open/configured"],
    name: "GET agents → 200: configured, the default spec, and the machines",
    run: async (context) => {
      const empty = await context.ok("listMachines", {});
      context.expect(empty).toEqual({
        configured: true,
        spec: {
          image: "in-memory-stand-in",
          cpuKind: "imaginary",
          cpus: 1,
          memoryMb: 2048,
          region: "memory",
          app: "in-memory-stand-in",
        },
        machines: [],
      });
      const one = await context.ok("provisionMachine", { workspaceId: "acme" });
      const two = await context.ok("provisionMachine", {});
      const ids = (await context.ok("listMachines", {})).machines.map(({ id }) => id);
      context.expect(ids.toSorted()).toEqual([one.machine.id, two.machine.id].toSorted());
    },
  },
  {
    shows: ["list-machines/not-configured", "open/configured"],
    name: "GET agents → 200: without a host configured is false, and there are no machines",
    setup: { machines: "none" },
    run: async (context) => {
      const { configured, machines } = await context.ok("listMachines", {});
      context.expect([configured, machines]).toEqual([false, []]);
    },
  },
  {
    shows: ["list-machines/not-configured", "resource/spec", "open/configured"],
    name: "GET agents → 200: a host without credentials is not configured, is not called, and has its spec",
    setup: { machines: "keyless" },
    run: async (context) => {
      const { configured, machines, spec } = await context.ok("listMachines", {});
      context.expect([configured, machines, spec.app]).toEqual([false, [], "in-memory-stand-in"]);
      context.expect(context.machines.calls).toEqual([]);
    },
  },
  {
    shows: ["open/machine-list-fails", "open/failure-body"],
    name: "GET agents → 500: the host fails, and its message is redacted",
    run: async (context) => {
      context.machines.failNext("list", new TreasuryError("machine_host_error", leakyMessage));
      const { status, error } = await context.refused("machine_host_error", "listMachines", {});
      context.expect([status, error.includes("Upstream")]).toEqual([500, true]);
    },
  },
  {
    shows: ["read-machine/answer", "open/machine-time", "machine/suspend"],
    name: "GET agents/{id} → 200: live; uptime and cost count the running time",
    run: async (context) => {
      const { machine } = await context.ok("provisionMachine", {});
      const { id } = machine;
      context.machines.passHours(2);
      const running = (await context.ok("readMachine", { id })).machine;
      context
        .expect([running.uptimeMs >= 7_200_000, running.computeCostUsd >= 0.18])
        .toEqual([true, true]);
      const suspended = await context.ok("actOnMachine", { id, action: "suspend" });
      context.machines.passHours(3);
      context.expect(await context.ok("readMachine", { id })).toEqual({
        machine: "machine" in suspended ? suspended.machine : null,
      });
      await context.ok("actOnMachine", { id, action: "start" });
      context.machines.passHours(1);
      const again = (await context.ok("readMachine", { id })).machine;
      context
        .expect([again.uptimeMs >= 10_800_000, again.uptimeMs < 14_400_000])
        .toEqual([true, true]);
    },
  },
  {
    shows: ["error/read-machine-404", "bad/unknown"],
    name: "GET agents/{id} → 404: there is no such machine",
    run: async (context) => {
      for (const id of ["memory-1", "constructor", "x".repeat(128)]) {
        const { status } = await context.refused("machine_not_found", "readMachine", { id });
        context.expect(status).toBe(404);
      }
    },
  },
  {
    shows: ["error/read-machine-500", "open/failure-body"],
    name: "GET agents/{id} → 500: the host fails, and its message is redacted",
    run: async (context) => {
      const { machine } = await context.ok("provisionMachine", {});
      context.machines.failNext("get", new TreasuryError("machine_host_error", leakyMessage));
      const told = await context.refused("machine_host_error", "readMachine", { id: machine.id });
      context.expect([told.status, told.error.includes("Upstream")]).toEqual([500, true]);
      context.machines.failNext("get", new Error(leakyMessage));
      const outcome = await context.call("readMachine", { id: machine.id });
      context.expect(outcome.ok ? 200 : outcome.status).toBe(500);
    },
  },
  {
    shows: ["destroy/answer", "machine/destroy"],
    name: "DELETE agents/{id} → 200: it is removed, running or suspended; reading it then returns 404",
    run: async (context) => {
      for (const action of ["start", "suspend"] as const) {
        const { id } = (await context.ok("provisionMachine", {})).machine;
        await context.ok("actOnMachine", { id, action });
        context.expect(await context.ok("destroyMachine", { id })).toEqual({ ok: true });
        await context.refused("machine_not_found", "readMachine", { id });
        context.expect((await context.ok("listMachines", {})).machines).toEqual([]);
      }
    },
  },
  {
    shows: ["error/destroy-500", "open/machine-missing", "open/failure-body"],
    name: "DELETE agents/{id} → 500: there is no such machine, or the host fails",
    run: async (context) => {
      const missing = await context.refused("machine_host_error", "destroyMachine", {
        id: "memory-9",
      });
      context.expect(missing.status).toBe(500);
      const { id } = (await context.ok("provisionMachine", {})).machine;
      context.machines.failNext("destroy", new TreasuryError("machine_host_error", leakyMessage));
      const failed = await context.refused("machine_host_error", "destroyMachine", { id });
      context.expect([failed.status, failed.error.includes("Upstream")]).toEqual([500, true]);
      context.expect((await context.ok("readMachine", { id })).machine.id).toBe(id);
    },
  },
  {
    shows: ["open/machine-ours"],
    name: "GET, POST and DELETE agents/{id}: another owner's machine is neither listed nor changed",
    run: async (context) => {
      const { id } = context.machines.plant("database");
      context.expect((await context.ok("listMachines", {})).machines).toEqual([]);
      context
        .expect((await context.refused("machine_not_found", "readMachine", { id })).status)
        .toBe(404);
      for (const action of ["suspend", "start", "exec"]) {
        const input = { id, action, command: "ls" };
        const { status } = await context.refused("machine_host_error", "actOnMachine", input);
        context.expect(status).toBe(500);
      }
      await context.refused("machine_host_error", "destroyMachine", { id });
      const touched = context.machines.calls.filter(
        ({ method }) => method !== "get" && method !== "list",
      );
      context.expect(touched).toEqual([]);
    },
  },
];
