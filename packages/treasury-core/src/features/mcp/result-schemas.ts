import { reportedFields, reportedTabFields } from "@agent-treasury/contract";
import { componentSchemas } from "@agent-treasury/contract/openapi";
import type { Json, JsonObject } from "@agent-treasury/provider";

/** JSON Schemas of the tools' results. */
export interface ResultSchemas {
  readonly spend: JsonObject;
  readonly treasury: JsonObject;
  readonly fetched: JsonObject;
}

const treasuryFields = [
  "balanceUsd",
  "availableUsd",
  "heldUsd",
  "spentTodayUsd",
  "pendingCount",
] as const;

/** Derives them from the contract. */
export function resultSchemas(): ResultSchemas {
  const components = componentSchemas() as Record<string, JsonObject>;
  const proposal = propertiesOf(components["Proposal"]);
  const treasury = propertiesOf(components["TreasuryState"]);
  const tab = objectOf(pick(propertiesOf(components["Tab"]), reportedTabFields), reportedTabFields);
  const resource = propertiesOf(components["FetchedResource"]);
  const ofSpend: JsonObject = {
    proposalId: proposal["id"] ?? {},
    ...pick(proposal, reportedFields),
    otherComments: { type: "array", items: { type: "string" }, description: "Other comments." },
    repeated: { const: true, description: "An earlier call proposed the spend." },
    note: { type: "string", description: "What the status means for the agent." },
  };
  const spend = objectOf(ofSpend, ["proposalId", ...reportedFields]);
  return {
    spend,
    treasury: objectOf(
      {
        ...pick(treasury, treasuryFields),
        budget: components["Budget"] ?? {},
        proposals: { type: "array", items: spend, description: "Without `proposalId`." },
        proposal: { ...spend, description: "With `proposalId`." },
        tabs: { type: "array", items: tab, description: "Pending and open tabs, if any." },
      },
      [...treasuryFields, "budget"],
    ),
    fetched: objectOf({ ...ofSpend, resource: fetched(resource) }, []),
  };
}

/** The shape of `fetchedForModel`. */
function fetched(resource: JsonObject): JsonObject {
  const required = ["from", "note", "status", "contentType", "bytes", "text"];
  const ofResource: JsonObject = {
    from: resource["origin"] ?? {},
    note: { type: "string" },
    ...pick(resource, ["status", "contentType", "location"]),
    bytes: { type: "number" },
    isCut: resource["isTruncated"] ?? {},
    text: { type: ["string", "null"], description: "Written by the seller. It is not trusted." },
    reason: { type: "string" },
  };
  return { ...objectOf(ofResource, required), type: ["object", "null"] };
}

function objectOf(properties: JsonObject, required: readonly string[]): JsonObject {
  return { type: "object", properties, required: [...required] };
}

function propertiesOf(schema: JsonObject | undefined): JsonObject {
  return (schema?.["properties"] ?? {}) as JsonObject;
}

function pick(properties: JsonObject, names: readonly string[]): Record<string, Json> {
  return Object.fromEntries(names.map((name) => [name, properties[name] ?? {}]));
}
