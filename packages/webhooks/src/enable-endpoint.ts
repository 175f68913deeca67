import type { PluginAction } from "@agent-treasury/treasury-core/plugin";
import * as z from "zod";
import { endpointOf, endpointsDocument, readEndpoints, writeEndpoints } from "./endpoint-list.ts";
import { asciiUrl } from "./endpoint.ts";

const payloadSchema = z.object({ endpointId: z.string(), url: z.string() });

/** Sends events to a disabled endpoint again. Administrative, because the receiver is outside. */
export const enableEndpoint: PluginAction = {
  reads: () => [endpointsDocument],
  apply: (payload, documents) => {
    const { endpointId } = payloadSchema.parse(payload);
    const document = documents.get(endpointsDocument);
    const before = readEndpoints(document);
    endpointOf(before, endpointId);
    const enabled = before.map((one) => (one.id === endpointId ? { ...one, disabled: null } : one));
    return { [endpointsDocument]: writeEndpoints(document, enabled) };
  },
  details: (payload) => {
    const { endpointId, url } = payloadSchema.parse(payload);
    return { endpointId, url: asciiUrl(url) };
  },
};
