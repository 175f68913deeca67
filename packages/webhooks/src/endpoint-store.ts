import { isTreasuryError } from "@agent-treasury/provider";
import type { PluginContext } from "@agent-treasury/treasury-core/plugin";
import {
  endpointOf,
  endpointsDocument,
  readEndpoints,
  readRemoved,
  withoutRemoved,
  writeEndpoints,
} from "./endpoint-list.ts";
import type { StoredEndpoint } from "./endpoint.ts";

/** Reads and changes the endpoints of workspaces. */
export interface EndpointStore {
  list(workspaceId: string): Promise<readonly StoredEndpoint[]>;
  /** @throws TreasuryError `endpoint_not_found`. */
  get(workspaceId: string, endpointId: string): Promise<StoredEndpoint>;
  /**
   * Replaces an endpoint by the result of `change`, which may run several times.
   *
   * @throws TreasuryError `endpoint_not_found`.
   */
  change(
    workspaceId: string,
    endpointId: string,
    change: (endpoint: StoredEndpoint) => StoredEndpoint,
  ): Promise<void>;
  /**
   * As `list`. Forgets the deliveries of endpoints whose removal was applied, which another process
   * or an approval by another person may have done.
   */
  listTargets(workspaceId: string): Promise<readonly StoredEndpoint[]>;
}

const maximumTries = 10;

export function endpointStore({
  documents,
  deliveries,
}: Pick<PluginContext, "documents" | "deliveries">): EndpointStore {
  const read = async (workspaceId: string) => {
    const found = await documents(workspaceId).get(endpointsDocument);
    const body = found?.body ?? null;
    return { version: found?.version ?? null, body, endpoints: readEndpoints(body) };
  };
  return {
    list: async (workspaceId) => (await read(workspaceId)).endpoints,
    get: async (workspaceId, endpointId) =>
      endpointOf((await read(workspaceId)).endpoints, endpointId),
    listTargets: async (workspaceId) => {
      const { version, body, endpoints } = await read(workspaceId);
      const removed = readRemoved(body);
      if (removed.length === 0) return endpoints;
      await Promise.all(removed.map((id) => deliveries.remove(workspaceId, id)));
      try {
        await documents(workspaceId).put(endpointsDocument, withoutRemoved(body), version);
      } catch (error) {
        // The next call repeats it.
        if (!isBehind(error)) throw error;
      }
      return endpoints;
    },
    change: async (workspaceId, endpointId, change) => {
      for (let tries = 1; ; tries += 1) {
        const { version, body, endpoints } = await read(workspaceId);
        const changed = change(endpointOf(endpoints, endpointId));
        const next = endpoints.map((one) => (one.id === endpointId ? changed : one));
        try {
          await documents(workspaceId).put(endpointsDocument, writeEndpoints(body, next), version);
          return;
        } catch (error) {
          if (!isBehind(error) || tries === maximumTries) throw error;
        }
      }
    },
  };
}

function isBehind(error: unknown): boolean {
  return isTreasuryError(error) && error.code === "document_changed";
}
