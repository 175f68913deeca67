import {
  type DescribedRoute,
  describedRoutes,
  isSigned,
  pluginService,
  send,
  signedIn,
  workspaceId,
} from "./plugin-service.ts";
import type { PluginTest } from "./plugin-test.ts";

function nameOf({ method, path }: DescribedRoute): string {
  return `${method} ${path}`;
}

export const routeTests: readonly PluginTest[] = [
  {
    name: "is accepted by several treasuries of one process",
    run: async (plugin, expect) => {
      const { id } = plugin.create();
      expect(/^[a-z][a-z0-9-]{0,31}$/.test(id)).toBe(true);
      expect(plugin.create().id).toBe(id);
      const [first, second] = [pluginService(plugin), pluginService(plugin)];
      const described = await describedRoutes(first.treasury);
      expect(await describedRoutes(second.treasury)).toEqual(described);
      await Promise.all([first.treasury.close(), second.treasury.close()]);
    },
  },

  {
    name: "describes its routes, all below its own path",
    run: async (plugin, expect) => {
      const { treasury } = pluginService(plugin);
      const prefix = `/plugins/${plugin.create().id}/`;
      for (const { path, operation } of await describedRoutes(treasury)) {
        expect(path.startsWith(prefix)).toBe(true);
        expect([path, operation.summary.trim() !== ""]).toEqual([path, true]);
        expect([path, "200" in operation.responses]).toEqual([path, true]);
      }
      await treasury.close();
    },
  },

  {
    name: "rejects callers without a credential, without authorization, or with an agent's credential",
    run: async (plugin, expect) => {
      const { treasury } = pluginService(plugin);
      const closed = pluginService(plugin, { authorizePlugins: () => false }).treasury;
      const credential = { workspaceId, agentId: "buyer", name: "Buyer", operator: "Ada" };
      const { token } = await treasury.credentials.issue(credential);
      const routes = (await describedRoutes(treasury)).filter((route) => !isSigned(route));
      for (const route of routes) {
        const { method, path } = route;
        const anonymous = await send(treasury, method, path);
        const denied = await send(closed, method, path, signedIn);
        const agent = await send(treasury, method, path, { authorization: `Bearer ${token}` });
        const statuses = [anonymous.status, agent.status];
        expect([nameOf(route), ...statuses]).toEqual([nameOf(route), 401, 403]);
        // Its input is checked before authorization.
        expect([nameOf(route), [400, 403].includes(denied.status)]).toEqual([nameOf(route), true]);
      }
      await Promise.all([treasury.close(), closed.close()]);
    },
  },

  {
    name: "answers unexpected input with an error of the caller",
    run: async (plugin, expect) => {
      const { treasury, failures } = pluginService(plugin);
      const bodies = ["{}", '{"unknown":[{}]}', "[]", "null", "{"];
      for (const route of await describedRoutes(treasury)) {
        for (const body of isSigned(route) ? [] : bodies) {
          const { status } = await send(treasury, route.method, route.path, signedIn, body);
          expect([nameOf(route), body, status < 500]).toEqual([nameOf(route), body, true]);
        }
      }
      expect(failures.map(String)).toEqual([]);
      await treasury.close();
    },
  },

  {
    name: "rejects deliveries without a signature",
    run: async (plugin, expect) => {
      const { treasury } = pluginService(plugin);
      const routes = (await describedRoutes(treasury)).filter(isSigned);
      for (const route of routes) {
        const { status } = await send(treasury, route.method, route.path, signedIn);
        expect([nameOf(route), status]).toEqual([nameOf(route), 401]);
      }
      await treasury.close();
    },
  },
];
