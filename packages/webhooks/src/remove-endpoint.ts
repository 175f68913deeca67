import type { PluginAction } from "@agent-treasury/treasury-core/plugin";
import * as z from "zod";
import { endpointOf, endpointsDocument, readEndpoints, writeEndpoints } from "./endpoint-list.ts";
import { asciiUrl } from "./endpoint.ts";

const payloadSchema = z.object({ endpointId: z.string(), url: z.string() });

/** Removes an endpoint. Administrative, because its receiver then misses what happens. */
export const removeEndpoint: PluginAction = {
  reads: () => [endpointsDocument],
  apply: (payload, documents) => {
    const { endpointId } = payloadSchema.parse(payload);
    const document = documents.get(endpointsDocument);
    const before = readEndpoints(document);
    endpointOf(before, endpointId);
    const after = before.filter(({ id }) => id !== endpointId);
    return { [endpointsDocument]: writeEndpoints(document, after) };
  },
  details: (payload) => {
    const { endpointId, url } = payloadSchema.parse(payload);
    return { endpointId, url: asciiUrl(url) };
  },
};
