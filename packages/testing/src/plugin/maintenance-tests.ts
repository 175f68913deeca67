import type { Storage } from "@agent-treasury/provider";
import { describedRoutes, pluginService, send, signedIn } from "./plugin-service.ts";
import type { PluginTest } from "./plugin-test.ts";

const workspacesCompared = 1_000;

/** The versions of all workspaces but internal ones, where deliveries are recorded. */
async function versionsIn(storage: Storage): Promise<Readonly<Record<string, string>>> {
  const all = await storage.workspaces(null, workspacesCompared);
  const ids = all.filter((id) => !id.startsWith("~"));
  const snapshots = await storage.load(ids.map((id) => ({ workspaceId: id, keys: [] })));
  return Object.fromEntries(
    snapshots.map(({ head }, index) => [ids[index] ?? "", String(head?.version)]),
  );
}

export const maintenanceTests: readonly PluginTest[] = [
  {
    name: "runs its maintenance without a failure in two processes at once",
    run: async (plugin, expect) => {
      const first = pluginService(plugin);
      const second = pluginService(plugin, { storage: first.storage });
      await Promise.all([first.treasury.recover(), second.treasury.recover()]);
      expect([...first.failures, ...second.failures].map(String)).toEqual([]);
      await first.treasury.close();
    },
  },

  {
    name: "changes nothing when its maintenance is repeated",
    run: async (plugin, expect) => {
      const { treasury, storage } = pluginService(plugin);
      await treasury.recover();
      const versions = await versionsIn(storage);
      await treasury.recover();
      await treasury.recover();
      expect(await versionsIn(storage)).toEqual(versions);
      await treasury.close();
    },
  },

  {
    name: "closes, also while its maintenance runs, and does not answer afterwards",
    run: async (plugin, expect) => {
      const { treasury, failures } = pluginService(plugin);
      const routes = await describedRoutes(treasury);
      const recovering = treasury.recover();
      // A plugin that does not close in time is reported.
      await treasury.close();
      await recovering.catch(() => undefined);
      expect(failures.map(String)).toEqual([]);
      for (const { method, path } of routes) {
        const { status } = await send(treasury, method, path, signedIn);
        expect([path, status]).toEqual([path, 503]);
      }
    },
  },
];
