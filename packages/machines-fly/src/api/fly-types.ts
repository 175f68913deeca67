import type { components } from "./schema.ts";

type Schemas = components["schemas"];

export type FlyMachine = Schemas["Machine"];
export type FlyEvent = Schemas["MachineEvent"];
export type FlyMachineConfig = Schemas["fly.MachineConfig"];
export type FlyCreateMachine = Schemas["CreateMachineRequest"];
export type FlyCreateApp = Schemas["CreateAppRequest"];
export type FlyExecRequest = Schemas["MachineExecRequest"];
export type FlyExecAnswer = Schemas["flydv1.ExecResponse"];
export type FlyError = Schemas["ErrorResponse"];
export type FlyMetadataValue = Schemas["upsertMetadataKeyRequest"];
