import { type Json, TreasuryError } from "@agent-treasury/provider";
import * as z from "zod";
import { type StoredEndpoint, storedEndpointSchema } from "./endpoint.ts";

/** All endpoints of a workspace are one document, so that an action can count them. */
export const endpointsDocument = "endpoints";

export const maximumEndpoints = 20;

const listSchema = z.object({
  endpoints: z.array(storedEndpointSchema),
  /** Ids of removed endpoints whose deliveries may exist. */
  removed: z.array(z.string()).default([]),
});

export function readEndpoints(body: Json): readonly StoredEndpoint[] {
  return body === null ? [] : listSchema.parse(body).endpoints;
}

export function readRemoved(body: Json): readonly string[] {
  return body === null ? [] : listSchema.parse(body).removed;
}

/** @param before the document to replace, for the ids of removed endpoints. */
export function writeEndpoints(before: Json, endpoints: readonly StoredEndpoint[]): Json {
  const isRemoved = (id: string): boolean => endpoints.every((endpoint) => endpoint.id !== id);
  const left = readEndpoints(before).flatMap(({ id }) => (isRemoved(id) ? [id] : []));
  return { endpoints, removed: [...readRemoved(before), ...left] };
}

export function withoutRemoved(body: Json): Json {
  return { endpoints: readEndpoints(body) };
}

/** @throws TreasuryError `document_limit_reached`. */
export function withEndpoint(
  endpoints: readonly StoredEndpoint[],
  added: StoredEndpoint,
): readonly StoredEndpoint[] {
  if (endpoints.length < maximumEndpoints) return [...endpoints, added];
  const message = `The workspace has ${maximumEndpoints} webhook endpoints.`;
  throw new TreasuryError("document_limit_reached", message);
}

/** @throws TreasuryError `endpoint_not_found`. */
export function endpointOf(
  endpoints: readonly StoredEndpoint[],
  endpointId: string,
): StoredEndpoint {
  const found = endpoints.find(({ id }) => id === endpointId);
  if (found !== undefined) return found;
  throw new TreasuryError("endpoint_not_found", `There is no endpoint ${endpointId}.`);
}
