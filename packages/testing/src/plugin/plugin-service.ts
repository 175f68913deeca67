import type { Storage } from "@agent-treasury/provider";
import { type Treasury, type TreasuryOptions, createTreasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import type { PluginConformanceOptions } from "./plugin-test.ts";

const origin = "http://localhost:3000";
export const workspaceId = "acme";

/** A treasury with the plugin, and the failures that it reported. */
export interface PluginService {
  readonly treasury: Treasury;
  readonly failures: readonly unknown[];
  readonly storage: Storage;
}

export function pluginService(
  { create, options = {} }: PluginConformanceOptions,
  more: Partial<TreasuryOptions> = {},
): PluginService {
  const failures: unknown[] = [];
  const storage = more.storage ?? options.storage ?? memoryStorage();
  const treasury = createTreasury({
    autoApprovePayees: "any",
    baseUrl: origin,
    budget: { startingCapitalUsd: 1_000 },
    authenticate: ({ headers }) => (headers.get("authorization") === null ? null : { name: "Ada" }),
    authorizePlugins: () => true,
    ...options,
    ...more,
    storage,
    recoverySeconds: false,
    onFailure: ({ error }) => failures.push(error),
    plugins: [create()],
  });
  return { treasury, failures, storage };
}

/** A route of the plugin, from the OpenAPI document. */
export interface DescribedRoute {
  readonly method: string;
  /** With parameters in braces. */
  readonly path: string;
  readonly operation: {
    readonly operationId: string;
    readonly summary: string;
    readonly security?: readonly unknown[];
    readonly responses: Readonly<Record<string, object>>;
  };
}

export async function describedRoutes(treasury: Treasury): Promise<readonly DescribedRoute[]> {
  const response = await send(treasury, "GET", "/openapi.json");
  const { paths } = (await response.json()) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedRoute["operation"]>>>>;
  };
  return Object.entries(paths)
    .filter(([path]) => path.startsWith("/plugins/"))
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        operation,
      })),
    );
}

export function isSigned({ operation }: DescribedRoute): boolean {
  return operation.security?.length === 0;
}

export interface SentHeaders {
  readonly [name: string]: string;
}

export const signedIn: SentHeaders = { authorization: "Bearer ada" };

/** @param path below the base path. Parameters are filled in. */
export async function send(
  { handler, basePath }: Treasury,
  method: string,
  path: string,
  headers: SentHeaders = {},
  body = "{}",
): Promise<Response> {
  const url = `${origin}${basePath}${path.replace(/\{\w+\}/g, "unknown")}`;
  return handler(
    new Request(url, {
      method,
      headers: { ...(method === "POST" && { "content-type": "application/json" }), ...headers },
      ...(method === "POST" && { body }),
    }),
  );
}
