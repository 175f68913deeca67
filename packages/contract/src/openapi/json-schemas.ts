import { z } from "zod";
import { errorCatalogue } from "../errors.ts";
import type { RouteName } from "../routes.ts";
import {
  agentEventSchema,
  errorBodySchema,
  eventItemSchema,
  turnStreamItemSchema,
} from "../schemas/agent-outputs.ts";
import { inputSchemas } from "../schemas/inputs.ts";
import { agentMachineSchema, outputSchemas } from "../schemas/outputs.ts";
import { ledgerEntrySchema, proposalSchema } from "../schemas/treasury-outputs.ts";
import { describeFields, describedAs } from "./describe-fields.ts";
import type { JsonSchema, ObjectSchema } from "./json-schema.ts";
import { inputTypes } from "./wire-words.ts";

/** What the wire calls each operation's answer. */
const answerNames: Readonly<Record<RouteName, string>> = {
  listMachines: "Fleet",
  provisionMachine: "MachineAnswer",
  readMachine: "MachineAnswer",
  actOnMachine: "MachineActionAnswer",
  destroyMachine: "DestroyAnswer",
  readTreasury: "TreasuryState",
  listLedger: "LedgerPage",
  listProposals: "ProposalPage",
  verifyLedger: "Verification",
  startDeposit: "DepositSession",
  confirmDeposit: "DepositConfirmation",
  receiveWebhook: "WebhookAnswer",
  decideProposal: "DecisionAnswer",
  resetTreasury: "TreasuryState",
  runTurn: "AgentTurnResult",
  resumeTurn: "AgentTurnResult",
  readTurnEvents: "TurnEvents",
  readHealth: "Health",
  readOpenApi: "OpenApiDocument",
};

/** What lies within answers and has a name of its own. */
const partNames: Readonly<Record<string, z.ZodType>> = {
  Proposal: proposalSchema,
  LedgerEntry: ledgerEntrySchema,
  AgentMachine: agentMachineSchema,
  AgentEvent: agentEventSchema,
  EventItem: eventItemSchema,
  TurnStreamItem: turnStreamItemSchema,
  ErrorBody: errorBodySchema,
};

/** Points to a named schema. */
export function schemaReference(name: string): { $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}

/** Points to the schema of an operation's answer. */
export function answerReference(name: RouteName): { $ref: string } {
  return schemaReference(answerNames[name]);
}

/** Every schema that has a name, by it. */
export function namedSchemas(): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(partNames)) registry.add(schema, { id });
  for (const [name, id] of Object.entries(answerNames) as [RouteName, string][]) {
    registry.add(outputSchemas[name], { id });
  }
  const { schemas } = z.toJSONSchema(registry, {
    io: "output",
    uri: (id) => schemaReference(id).$ref,
    override: simplify,
  });
  const named = Object.entries(schemas).map(
    ([id, schema]) => [id, describedAs(id, bare(schema))] as const,
  );
  return withCodes(Object.fromEntries(named));
}

/** The schema of what a caller sends. */
export function inputSchema(name: RouteName): ObjectSchema {
  const schema = z.toJSONSchema(inputSchemas[name], { io: "input", override: simplify });
  return describeFields(bare(schema), inputTypes[name]) as ObjectSchema;
}

/** Each code with its status and its remedy, for readers and for whoever generates code. */
function withCodes(schemas: Record<string, JsonSchema>): Record<string, JsonSchema> {
  return { ...schemas, ErrorBody: { ...schemas["ErrorBody"], "x-errors": errorCatalogue } };
}

/** Without what only says which schema it is. */
function bare({ $schema: _dialect, $id: _id, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

/** Leaves out what says nothing, and what would forbid fields that a later version adds. */
function simplify({ jsonSchema }: { jsonSchema: JsonSchema }): void {
  if (jsonSchema["additionalProperties"] === false) delete jsonSchema["additionalProperties"];
  if (jsonSchema["format"] === "date-time") delete jsonSchema["pattern"];
  if (jsonSchema["minimum"] === Number.MIN_SAFE_INTEGER) delete jsonSchema["minimum"];
  if (jsonSchema["maximum"] === Number.MAX_SAFE_INTEGER) delete jsonSchema["maximum"];
}
