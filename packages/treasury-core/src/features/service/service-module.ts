import type { OpenApiDocument } from "@agent-treasury/contract";
import type { PluginOperationDescription } from "@agent-treasury/contract/openapi";
import { readDeploymentId, replaceDeploymentId } from "../../kernel/deployment/deployment-id.ts";
import type { Engine } from "../../kernel/engine.ts";
import type { ModuleWith } from "../../treasury.ts";
import { sessionRecords } from "./session-records.ts";
import { storageHealth } from "./storage-health.ts";

export function serviceModule(
  engine: Engine,
  basePath: string,
  plugins: readonly PluginOperationDescription[],
  load: () => Promise<void>,
): ModuleWith<"sessions" | "deployment"> {
  let openApi: OpenApiDocument | null = null;
  const checkStorage = storageHealth(engine.storage, engine.clock);
  return {
    routes: {
      readHealth: {
        run: async () => {
          await checkStorage();
          await load();
          return { ok: true };
        },
      },
      readOpenApi: {
        run: async () => {
          const { openApiDocument } = await import("@agent-treasury/contract/openapi");
          return (openApi ??= openApiDocument({ serverUrl: basePath, plugins }));
        },
      },
    },
    methods: {
      sessions: sessionRecords(engine),
      deployment: {
        id: () => readDeploymentId(engine),
        replaceId: () => replaceDeploymentId(engine),
      },
    },
  };
}
