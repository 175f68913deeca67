import { TreasuryError } from "@agent-treasury/provider";
import type { ServiceTest } from "../service-test.ts";
import { leakyMessage } from "../treasury/leaked-secrets.ts";

const isoUtc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Creating machines, and their limits. */
export const provisioningTests: readonly ServiceTest[] = [
  {
    shows: [
      "provision/answer",
      "machine/provision",
      "provision/workspace",
      "provision/goal",
      "provision/agent",
      "provision/label",
      "resource/machine",
      "open/machine-fields",
    ],
    name: "POST agents → 200: the machine, started, with its tags",
    run: async (context) => {
      const { machine } = await context.ok("provisionMachine", {
        workspaceId: "acme",
        goal: "Read the news.",
        agentId: "agent-7",
        label: "Reader",
      });
      const { id, name, createdAt, uptimeMs, computeCostUsd } = machine;
      context.expect(machine).toEqual({
        id,
        name,
        state: "started",
        region: "memory",
        image: "in-memory-stand-in",
        cpuKind: "imaginary",
        cpus: 1,
        memoryMb: 2048,
        role: "agent-body",
        agentId: "agent-7",
        workspaceId: "acme",
        goal: "Read the news.",
        label: "Reader",
        createdAt,
        uptimeMs,
        computeCostUsd,
      });
      context.expect(isoUtc.test(createdAt)).toBe(true);
      const [provisioned] = context.machines.calls.filter(({ method }) => method === "provision");
      context.expect(provisioned?.about).toBe(name);
    },
  },
  {
    shows: ["provision/answer", "provision/workspace"],
    name: "POST agents → 200: every field is optional; the workspace is then demo",
    run: async (context) => {
      const { machine } = await context.ok("provisionMachine", {});
      const { workspaceId, agentId, goal, label } = machine;
      context
        .expect({ workspaceId, agentId, goal, label })
        .toEqual({ workspaceId: "demo", agentId: null, goal: null, label: null });
    },
  },
  {
    shows: ["error/provision-400", "authentication/connections"],
    name: "POST agents → 400: no host is connected",
    setup: { machines: "none" },
    run: async (context) => {
      const { status, error } = await context.refused(
        "machines_not_connected",
        "provisionMachine",
        {},
      );
      context.expect([status, error.includes("HOST_API_TOKEN")]).toEqual([400, true]);
    },
  },
  {
    shows: ["error/provision-400", "error/act-400-host", "error/destroy-400"],
    name: "POST agents, POST and DELETE agents/{id} → 400: the host has no credentials",
    setup: { machines: "keyless" },
    run: async (context) => {
      await context.refused("machines_not_connected", "provisionMachine", {});
      for (const action of ["suspend", "start", "exec"]) {
        const input = { id: "memory-1", action, command: "ls" };
        await context.refused("machines_not_connected", "actOnMachine", input);
      }
      await context.refused("machines_not_connected", "destroyMachine", { id: "memory-1" });
      context.expect(context.machines.calls).toEqual([]);
    },
  },
  {
    shows: ["error/act-400-host", "error/destroy-400", "open/machine-no-host"],
    name: "POST and DELETE agents/{id} → 400, GET agents/{id} → 404: no host is connected",
    setup: { machines: "none" },
    run: async (context) => {
      const input = { id: "memory-1", action: "suspend" };
      await context.refused("machines_not_connected", "actOnMachine", input);
      await context.refused("machines_not_connected", "destroyMachine", { id: "memory-1" });
      const { status } = await context.refused("machine_not_found", "readMachine", {
        id: "memory-1",
      });
      context.expect(status).toBe(404);
    },
  },
  {
    shows: ["error/provision-500", "open/failure-body", "open/machine-limits"],
    name: "POST agents → 500: the host fails, its message is redacted, and the machine limit is not used up",
    run: async (context) => {
      for (let time = 0; time < 4; time += 1) {
        const isTold = time % 2 === 0;
        const failure = isTold
          ? new TreasuryError("machine_host_error", leakyMessage)
          : new Error(leakyMessage);
        context.machines.failNext("provision", failure);
        const { status, error } = await context.refused(
          "machine_host_error",
          "provisionMachine",
          {},
        );
        context.expect([status, error.includes("Upstream")]).toEqual([500, isTold]);
      }
      for (let place = 0; place < 3; place += 1) await context.ok("provisionMachine", {});
    },
  },
  {
    shows: ["open/machine-provision-timeout"],
    name: "POST agents → 500: the machine was not started in time",
    setup: { options: { machineLimits: { provisionTimeoutSeconds: 0.05 } } },
    run: async (context) => {
      context.machines.neverStart();
      const { status } = await context.refused("machine_host_error", "provisionMachine", {});
      context.expect(status).toBe(500);
    },
  },
  {
    shows: ["open/machine-limits"],
    name: "POST agents → 409: three machines in a workspace, until one is destroyed",
    run: async (context) => {
      const { machine } = await context.ok("provisionMachine", { workspaceId: "acme" });
      for (let place = 1; place < 3; place += 1) {
        await context.ok("provisionMachine", { workspaceId: "acme" });
      }
      const input = { workspaceId: "acme" };
      const { status } = await context.refused("machine_limit_reached", "provisionMachine", input);
      context.expect(status).toBe(409);
      await context.ok("provisionMachine", { workspaceId: "other" });
      await context.ok("destroyMachine", { id: machine.id });
      await context.ok("provisionMachine", input);
      await context.refused("machine_limit_reached", "provisionMachine", input);
    },
  },
  {
    shows: ["open/machine-limits"],
    name: "POST agents → 409: ten machines in a deployment, in any workspaces",
    run: async (context) => {
      for (let place = 0; place < 10; place += 1) {
        await context.ok("provisionMachine", { workspaceId: `workspace-${place % 4}` });
      }
      const input = { workspaceId: "another" };
      await context.refused("machine_limit_reached", "provisionMachine", input);
      context.expect((await context.ok("listMachines", {})).machines.length).toBe(10);
    },
  },
  {
    shows: ["open/machine-limits"],
    name: "POST agents: of twelve concurrent requests, three create machines in a workspace",
    run: async (context) => {
      const outcomes = await Promise.all(
        Array.from({ length: 12 }, () => context.call("provisionMachine", { workspaceId: "acme" })),
      );
      context.expect(outcomes.filter(({ ok }) => ok).length).toBe(3);
      context.expect((await context.ok("listMachines", {})).machines.length).toBe(3);
    },
  },
];
