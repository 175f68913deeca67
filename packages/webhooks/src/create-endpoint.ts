import type { JsonObject } from "@agent-treasury/provider";
import type { PluginAction } from "@agent-treasury/treasury-core/plugin";
import { endpointsDocument, readEndpoints, withEndpoint, writeEndpoints } from "./endpoint-list.ts";
import { asciiUrl, storedEndpointSchema, type StoredEndpoint } from "./endpoint.ts";

/**
 * Adds an endpoint once the approvals are complete, for the events from then on. Its secret is
 * encrypted in the payload.
 */
export const createEndpoint: PluginAction = {
  reads: () => [endpointsDocument],
  apply: (payload, documents, { now, newestEvent }) => {
    const document = documents.get(endpointsDocument);
    const before = readEndpoints(document);
    const createdAt = new Date(now).toISOString();
    const endpoint = { ...endpointIn(payload), createdAt, since: newestEvent };
    return { [endpointsDocument]: writeEndpoints(document, withEndpoint(before, endpoint)) };
  },
  details: (payload) => {
    const { url, kinds, description } = endpointIn(payload);
    return { url: asciiUrl(url), kinds, description };
  },
};

function endpointIn(payload: JsonObject): StoredEndpoint {
  return storedEndpointSchema.parse(payload["endpoint"]);
}
