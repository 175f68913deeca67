import * as z from "zod";
import {
  type Treasury,
  type TreasuryOptions,
  createTreasury,
  operatorTokens,
} from "../../index.ts";
import { sha256Hex } from "../../kernel/ledger/hash.ts";
import { memoryStorage } from "../../memory.ts";
import type { PluginRoute } from "./plugin-route.ts";
import type { PluginContext, PluginParts, TreasuryPlugin } from "./treasury-plugin.ts";

export const adasToken = "ada-token";
export const bobsToken = "bob-token";
export const emptyOutput = { type: "object" } as const;

/** A treasury with one plugin, `notes` by default, and the plugin's context. */
export interface PluginWorld {
  readonly treasury: Treasury;
  readonly context: PluginContext;
}

export function pluginOf(
  parts: PluginParts | ((context: PluginContext) => PluginParts),
  id = "notes",
): TreasuryPlugin {
  return { id, register: (context) => (typeof parts === "function" ? parts(context) : parts) };
}

export function pluginWorld(
  parts: PluginParts | ((context: PluginContext) => PluginParts) = {},
  options: Partial<TreasuryOptions> = {},
): PluginWorld {
  let context: PluginContext | null = null;
  const plugin = pluginOf((given) => {
    context = given;
    return typeof parts === "function" ? parts(given) : parts;
  });
  const treasury = createTreasury({
    autoApprovePayees: "any",
    baseUrl: "http://localhost:3000",
    storage: memoryStorage(),
    recoverySeconds: false,
    budget: { startingCapitalUsd: 1_000 },
    authenticate: operatorTokens(`Ada:${sha256Hex(adasToken)},Bob:${sha256Hex(bobsToken)}`),
    authorizePlugins: () => true,
    ...options,
    plugins: [plugin, ...(options.plugins ?? [])],
  });
  if (context === null) throw new Error("The plugin was not registered.");
  return { treasury, context };
}

/** A route that returns its input. */
export function echoRoute(route: Partial<PluginRoute> = {}): PluginRoute {
  return {
    name: "echo",
    method: "POST",
    path: "/echo",
    summary: "Return the input",
    input: z.object({ text: z.string().max(100).optional() }),
    output: emptyOutput,
    run: async (input) => ({ input: input as { text?: string } }),
    ...route,
  };
}

export interface Sent {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

export async function send(
  { handler }: Pick<Treasury, "handler">,
  route: string,
  init: {
    readonly token?: string | null;
    readonly headers?: Record<string, string>;
    readonly body?: object | string;
  } = {},
): Promise<Sent> {
  const [method = "", path = ""] = route.split(" ");
  const { token = adasToken, headers, body } = init;
  const response = await handler(
    new Request(`http://localhost:3000/api/service${path}`, {
      method,
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    }),
  );
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === "" ? {} : (JSON.parse(text) as Record<string, unknown>),
  };
}
