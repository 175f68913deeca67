import { type Json, TreasuryError } from "@agent-treasury/provider";
import { z } from "zod";
import { type StoredEndpoint, storedEndpointSchema } from "./endpoint.ts";

/** All endpoints of a workspace are one document, so that an action can count them. */
export const endpointsDocument = "endpoints";

export const maximumEndpoints = 20;

const listSchema = z.object({ endpoints: z.array(storedEndpointSchema) });

export function readEndpoints(body: Json): readonly StoredEndpoint[] {
  return body === null ? [] : listSchema.parse(body).endpoints;
}

export function writeEndpoints(endpoints: readonly StoredEndpoint[]): Json {
  return { endpoints };
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
