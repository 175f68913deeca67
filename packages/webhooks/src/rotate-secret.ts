import type { PluginAction } from "@agent-treasury/treasury-core/plugin";
import * as z from "zod";
import { endpointOf, endpointsDocument, readEndpoints, writeEndpoints } from "./endpoint-list.ts";
import { asciiUrl } from "./endpoint.ts";
import { rotated } from "./signing-secrets.ts";

const payloadSchema = z.object({ endpointId: z.string(), url: z.string(), encrypted: z.string() });

/**
 * Replaces the secret of an endpoint. Administrative, because the person who starts it receives the
 * secret, with which events can be forged.
 */
export const rotateSecret: PluginAction = {
  reads: () => [endpointsDocument],
  apply: (payload, documents, { now }) => {
    const { endpointId, encrypted } = payloadSchema.parse(payload);
    const document = documents.get(endpointsDocument);
    const before = readEndpoints(document);
    const endpoint = rotated(endpointOf(before, endpointId), encrypted, now);
    const after = before.map((one) => (one.id === endpointId ? endpoint : one));
    return { [endpointsDocument]: writeEndpoints(document, after) };
  },
  details: (payload) => {
    const { endpointId, url } = payloadSchema.parse(payload);
    return { endpointId, url: asciiUrl(url) };
  },
};
