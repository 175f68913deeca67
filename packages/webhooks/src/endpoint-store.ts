import { isTreasuryError } from "@agent-treasury/provider";
import type { PluginContext } from "@agent-treasury/treasury-core/plugin";
import { endpointOf, endpointsDocument, readEndpoints, writeEndpoints } from "./endpoint-list.ts";
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
}

const maximumTries = 10;

export function endpointStore({ documents }: Pick<PluginContext, "documents">): EndpointStore {
  const read = async (workspaceId: string) => {
    const found = await documents(workspaceId).get(endpointsDocument);
    return { version: found?.version ?? null, endpoints: readEndpoints(found?.body ?? null) };
  };
  return {
    list: async (workspaceId) => (await read(workspaceId)).endpoints,
    get: async (workspaceId, endpointId) =>
      endpointOf((await read(workspaceId)).endpoints, endpointId),
    change: async (workspaceId, endpointId, change) => {
      for (let tries = 1; ; tries += 1) {
        const { version, endpoints } = await read(workspaceId);
        const changed = change(endpointOf(endpoints, endpointId));
        const next = endpoints.map((one) => (one.id === endpointId ? changed : one));
        try {
          await documents(workspaceId).put(endpointsDocument, writeEndpoints(next), version);
          return;
        } catch (error) {
          const isBehind = isTreasuryError(error) && error.code === "document_changed";
          if (!isBehind || tries === maximumTries) throw error;
        }
      }
    },
  };
}
