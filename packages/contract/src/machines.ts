import * as z from "zod";
import { requestLimits } from "./defaults.ts";
import {
  commandText,
  filledText,
  line,
  machineId,
  mustBe,
  seconds,
  text,
  time,
  workspaceId,
} from "./fields.ts";
import { type RouteDeclarations, requestShape, responseShape } from "./shape.ts";
import { noInputSchema } from "./workspace.ts";

export const agentMachineSchema = responseShape(
  "AgentMachine",
  "A machine of an agent.",
  z.object({
    id: z.string().describe("The machine host's id of the machine."),
    name: z.string().describe("The machine host's name of the machine."),
    state: z.string().describe("`started`, `suspended`, or another state of the machine host."),
    region: z.string().describe("Region, as the machine host names it."),
    image: z.string().describe("Image of the machine."),
    cpuKind: z.string().describe("Kind of CPU, as the machine host names it."),
    cpus: z.number().describe("Number of CPUs."),
    memoryMb: z.number().describe("Memory in MB."),
    role: z.string().describe("Always `agent-body`."),
    agentId: z.string().nullable().describe("Agent that uses the machine."),
    workspaceId: z.string().nullable().describe("Workspace of the machine."),
    goal: z.string().nullable().describe("Purpose of the machine, for display."),
    label: z.string().nullable().describe("Display name."),
    createdAt: time.describe("Time of creation. ISO 8601, UTC."),
    uptimeMs: z.number().describe("Running time in milliseconds, without suspended time."),
    computeCostUsd: z.number().describe("Cost of the running time in USD."),
  }),
);
export interface AgentMachine extends z.infer<typeof agentMachineSchema> {}

export const agentSpecSchema = responseShape(
  "AgentSpec",
  "The configuration of new machines.",
  z.object({
    image: z.string().describe("Image of the machine."),
    cpuKind: z.string().describe("Kind of CPU, as the machine host names it."),
    cpus: z.number().describe("Number of CPUs."),
    memoryMb: z.number().describe("Memory in MB."),
    region: z.string().describe("Region, as the machine host names it."),
    app: z.string().describe("Name that separates this deployment's machines from others."),
  }),
);
export interface AgentSpec extends z.infer<typeof agentSpecSchema> {}

export const execResultSchema = responseShape(
  "ExecResult",
  "The result of a command on a machine.",
  z.object({
    exitCode: z
      .number()
      .describe("Exit code: 124 if the command timed out, 127 if it was not found."),
    stdout: z.string().describe("At most 64 KiB. Truncated output is marked."),
    stderr: z.string().describe("At most 64 KiB. Truncated output is marked."),
    durationMs: z.number().describe("Duration in milliseconds."),
  }),
);
export interface ExecResult extends z.infer<typeof execResultSchema> {}

export const fleetSchema = responseShape(
  "Fleet",
  "Response of `GET /agents`.",
  z.object({
    configured: z.boolean().describe("True if a machine host is connected."),
    spec: agentSpecSchema.describe("Configuration of new machines."),
    machines: z.array(agentMachineSchema).describe("Machines that the caller may read."),
  }),
);
export interface Fleet extends z.infer<typeof fleetSchema> {}

const currentMachine = agentMachineSchema.describe("Current state of the machine.");

export const machineAnswerSchema = responseShape(
  "MachineAnswer",
  "One machine.",
  z.object({ machine: currentMachine }),
);
export interface MachineAnswer extends z.infer<typeof machineAnswerSchema> {}

const succeeded = z.literal(true).describe("Always true. A failed request returns an error.");

export const machineChangeAnswerSchema = responseShape(
  "MachineChangeAnswer",
  "Response of `suspend` and `start`.",
  z.object({ ok: succeeded, machine: currentMachine }),
);
export interface MachineChangeAnswer extends z.infer<typeof machineChangeAnswerSchema> {}

export const execAnswerSchema = responseShape(
  "ExecAnswer",
  "Response of `exec`.",
  z.object({
    ok: z.boolean().describe("True if `exitCode` is 0."),
    result: execResultSchema.describe("Result of the command."),
  }),
);
export interface ExecAnswer extends z.infer<typeof execAnswerSchema> {}

export const machineActionAnswerSchema = responseShape(
  "MachineActionAnswer",
  "Response of `POST /agents/{id}`: a machine for `suspend` and `start`, a result for `exec`.",
  z.union([machineChangeAnswerSchema, execAnswerSchema]),
);
export type MachineActionAnswer = z.infer<typeof machineActionAnswerSchema>;

export const destroyAnswerSchema = responseShape(
  "DestroyAnswer",
  "Response of `DELETE /agents/{id}`.",
  z.object({ ok: succeeded }),
);
export interface DestroyAnswer extends z.infer<typeof destroyAnswerSchema> {}

export const provisionRequestSchema = requestShape(
  "ProvisionRequest",
  "Body of `POST /agents`.",
  z.object({
    workspaceId,
    goal: text(requestLimits.goalCharacters)
      .optional()
      .describe("Purpose of the machine, for display."),
    agentId: filledText(requestLimits.labelCharacters)
      .optional()
      .describe("Agent that uses the machine."),
    label: line(requestLimits.labelCharacters).optional().describe("Display name."),
  }),
);
export interface ProvisionRequest extends z.input<typeof provisionRequestSchema> {}

export const machineRequestSchema = requestShape(
  "MachineRequest",
  "Path of one machine.",
  z.object({ id: machineId }),
);
export interface MachineRequest extends z.input<typeof machineRequestSchema> {}

export const machineReadRequestSchema = requestShape(
  "MachineReadRequest",
  "Path of a machine to read.",
  z.object({
    id: z.string().meta({
      pattern: "^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$",
      description: "Machine id. A malformed one is not found.",
    }),
  }),
);
export interface MachineReadRequest extends z.input<typeof machineReadRequestSchema> {}

export const machineActionRequestSchema = requestShape(
  "MachineActionRequest",
  "Body of `POST /agents/{id}`, with the id from the path.",
  z
    .object({
      id: machineId,
      action: z
        .enum(["suspend", "start", "exec"], { error: mustBe("`suspend`, `start` or `exec`") })
        .describe("Action to perform. `exec` starts a suspended machine."),
      command: commandText(requestLimits.commandCharacters)
        .optional()
        .describe("Bash command. Required for `exec`."),
      timeoutSec: seconds.optional().describe("Timeout of `exec` in seconds, 1 to 600."),
    })
    .meta({
      if: { properties: { action: { const: "exec" } }, required: ["action"] },
      // oxlint-disable-next-line unicorn/no-thenable -- A keyword of JSON Schema.
      then: { properties: { command: true }, required: ["command"] },
    })
    .refine((value) => value.action !== "exec" || value.command !== undefined, {
      path: ["command"],
      error: "is required when `action` is `exec`",
    }),
);
export interface MachineActionRequest extends z.input<typeof machineActionRequestSchema> {}
export type MachineAction = MachineActionRequest["action"];

/** Machines of agents. */
export const machineRoutes = {
  listMachines: {
    method: "GET",
    path: "/agents",
    summary: "List machines",
    description: "Returns the machines of agents, as their host reports them.",
    tag: "machines",
    access: "authorize",
    input: noInputSchema,
    output: fleetSchema,
    errors: ["machine_host_error"],
  },
  provisionMachine: {
    method: "POST",
    path: "/agents",
    summary: "Provision a machine for an agent",
    description:
      "Creates a machine for an agent at the connected host, or returns the one that exists.",
    tag: "machines",
    access: "authorize",
    input: provisionRequestSchema,
    output: machineAnswerSchema,
    idempotencyKey: true,
    errors: ["machines_not_connected", "machine_limit_reached", "machine_host_error"],
  },
  readMachine: {
    method: "GET",
    path: "/agents/{id}",
    summary: "Read one machine",
    description: "Returns one machine, as its host reports it.",
    tag: "machines",
    access: "authorize",
    input: machineReadRequestSchema,
    output: machineAnswerSchema,
    errors: ["machine_not_found", "machine_host_error"],
  },
  actOnMachine: {
    method: "POST",
    path: "/agents/{id}",
    summary: "Suspend or start a machine, or run a command on it",
    description: "Suspends or starts a machine, or runs a command and returns its output.",
    tag: "machines",
    access: "authorize",
    input: machineActionRequestSchema,
    output: machineActionAnswerSchema,
    idempotencyKey: true,
    repeats: "never",
    errors: ["machines_not_connected", "machine_host_error"],
  },
  destroyMachine: {
    method: "DELETE",
    path: "/agents/{id}",
    summary: "Destroy a machine",
    description: "Removes a machine with its disk at the host. A repetition has no effect.",
    tag: "machines",
    access: "authorize",
    input: machineRequestSchema,
    output: destroyAnswerSchema,
    errors: ["machines_not_connected", "machine_host_error"],
  },
} as const satisfies RouteDeclarations;
