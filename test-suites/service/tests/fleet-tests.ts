import { TreasuryError } from "@agent-treasury/provider";
import type { ServiceTest } from "../service-test.ts";
import { leakyMessage } from "../treasury/planted-secrets.ts";

/** Listing, reading and removing machines. */
export const fleetTests: readonly ServiceTest[] = [
  {
    shows: ["list-machines/answer", "resource/spec", "open/configured"],
    name: "GET agents → 200: configured, the default spec, and the machines",
    run: async (scene) => {
      const empty = await scene.ok("listMachines", {});
      scene.expect(empty).toEqual({
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
      const one = await scene.ok("provisionMachine", { workspaceId: "acme" });
      const two = await scene.ok("provisionMachine", {});
      const ids = (await scene.ok("listMachines", {})).machines.map(({ id }) => id);
      scene.expect(ids.toSorted()).toEqual([one.machine.id, two.machine.id].toSorted());
    },
  },
  {
    shows: ["list-machines/not-configured", "open/configured"],
    name: "GET agents → 200: without a host configured is false, and there are no machines",
    setup: { machines: "none" },
    run: async (scene) => {
      const { configured, machines } = await scene.ok("listMachines", {});
      scene.expect([configured, machines]).toEqual([false, []]);
    },
  },
  {
    shows: ["list-machines/not-configured", "resource/spec", "open/configured"],
    name: "GET agents → 200: a host without credentials is not configured, is not called, and has its spec",
    setup: { machines: "keyless" },
    run: async (scene) => {
      const { configured, machines, spec } = await scene.ok("listMachines", {});
      scene.expect([configured, machines, spec.app]).toEqual([false, [], "in-memory-stand-in"]);
      scene.expect(scene.machines.calls).toEqual([]);
    },
  },
  {
    shows: ["open/machine-list-fails", "open/failure-body"],
    name: "GET agents → 500: the host fails, and its message is redacted",
    run: async (scene) => {
      scene.machines.failNext("list", new TreasuryError("machine_host_error", leakyMessage));
      const { status, error } = await scene.refused("machine_host_error", "listMachines", {});
      scene.expect([status, error.includes("Upstream")]).toEqual([500, true]);
    },
  },
  {
    shows: ["read-machine/answer", "open/machine-time", "machine/suspend"],
    name: "GET agents/{id} → 200: live; uptime and cost count the running time",
    run: async (scene) => {
      const { machine } = await scene.ok("provisionMachine", {});
      const { id } = machine;
      scene.machines.passHours(2);
      const running = (await scene.ok("readMachine", { id })).machine;
      scene
        .expect([running.uptimeMs >= 7_200_000, running.computeCostUsd >= 0.18])
        .toEqual([true, true]);
      const suspended = await scene.ok("actOnMachine", { id, action: "suspend" });
      scene.machines.passHours(3);
      scene.expect(await scene.ok("readMachine", { id })).toEqual({
        machine: "machine" in suspended ? suspended.machine : null,
      });
      await scene.ok("actOnMachine", { id, action: "start" });
      scene.machines.passHours(1);
      const again = (await scene.ok("readMachine", { id })).machine;
      scene
        .expect([again.uptimeMs >= 10_800_000, again.uptimeMs < 14_400_000])
        .toEqual([true, true]);
    },
  },
  {
    shows: ["error/read-machine-404", "bad/unknown"],
    name: "GET agents/{id} → 404: there is no such machine",
    run: async (scene) => {
      for (const id of ["memory-1", "constructor", "x".repeat(128)]) {
        const { status } = await scene.refused("machine_not_found", "readMachine", { id });
        scene.expect(status).toBe(404);
      }
    },
  },
  {
    shows: ["error/read-machine-500", "open/failure-body"],
    name: "GET agents/{id} → 500: the host fails, and its message is redacted",
    run: async (scene) => {
      const { machine } = await scene.ok("provisionMachine", {});
      scene.machines.failNext("get", new TreasuryError("machine_host_error", leakyMessage));
      const told = await scene.refused("machine_host_error", "readMachine", { id: machine.id });
      scene.expect([told.status, told.error.includes("Upstream")]).toEqual([500, true]);
      scene.machines.failNext("get", new Error(leakyMessage));
      const outcome = await scene.call("readMachine", { id: machine.id });
      scene.expect(outcome.ok ? 200 : outcome.status).toBe(500);
    },
  },
  {
    shows: ["destroy/answer", "machine/destroy"],
    name: "DELETE agents/{id} → 200: it is removed, running or suspended; reading it then returns 404",
    run: async (scene) => {
      for (const action of ["start", "suspend"] as const) {
        const { id } = (await scene.ok("provisionMachine", {})).machine;
        await scene.ok("actOnMachine", { id, action });
        scene.expect(await scene.ok("destroyMachine", { id })).toEqual({ ok: true });
        await scene.refused("machine_not_found", "readMachine", { id });
        scene.expect((await scene.ok("listMachines", {})).machines).toEqual([]);
      }
    },
  },
  {
    shows: ["error/destroy-500", "open/machine-missing", "open/failure-body"],
    name: "DELETE agents/{id} → 500: there is no such machine, or the host fails",
    run: async (scene) => {
      const missing = await scene.refused("machine_host_error", "destroyMachine", {
        id: "memory-9",
      });
      scene.expect(missing.status).toBe(500);
      const { id } = (await scene.ok("provisionMachine", {})).machine;
      scene.machines.failNext("destroy", new TreasuryError("machine_host_error", leakyMessage));
      const failed = await scene.refused("machine_host_error", "destroyMachine", { id });
      scene.expect([failed.status, failed.error.includes("Upstream")]).toEqual([500, true]);
      scene.expect((await scene.ok("readMachine", { id })).machine.id).toBe(id);
    },
  },
  {
    shows: ["open/machine-ours"],
    name: "GET, POST and DELETE agents/{id}: another owner's machine is neither listed nor changed",
    run: async (scene) => {
      const { id } = scene.machines.plant("database");
      scene.expect((await scene.ok("listMachines", {})).machines).toEqual([]);
      scene
        .expect((await scene.refused("machine_not_found", "readMachine", { id })).status)
        .toBe(404);
      for (const action of ["suspend", "start", "exec"]) {
        const input = { id, action, command: "ls" };
        const { status } = await scene.refused("machine_host_error", "actOnMachine", input);
        scene.expect(status).toBe(500);
      }
      await scene.refused("machine_host_error", "destroyMachine", { id });
      const touched = scene.machines.calls.filter(
        ({ method }) => method !== "get" && method !== "list",
      );
      scene.expect(touched).toEqual([]);
    },
  },
];
