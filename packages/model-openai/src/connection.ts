import { TreasuryError } from "@agent-treasury/provider";
import OpenAI from "openai";
import { boundedFetch } from "./bounded-fetch.ts";
import type { ChatClient } from "./chat-client.ts";

export interface ConnectionOptions {
  readonly model?: string;
  readonly apiKey?: string;
  readonly baseUrl?: string;
  readonly client?: ChatClient;
}

export interface Connection extends Endpoint<ChatClient> {
  readonly model: string;
}

/** Sent to endpoints such as Ollama that require a key but ignore it. */
const placeholderKey = "none";

const openaiBaseUrl = "https://api.openai.com/v1";

/**
 * Creates the client from the options and the environment.
 *
 * @throws TreasuryError `model_not_connected` when a key or the model's name is missing.
 */
export function connect(options: ConnectionOptions, fetch?: typeof boundedFetch): Connection {
  const model = modelName(options);
  if (model === undefined) {
    throw new TreasuryError(
      "model_not_connected",
      "No model is set. Set OPENAI_MODEL, or pass `model` to openaiModel.",
    );
  }
  return { ...endpointOf(options, fetch), model };
}

export interface Endpoint<Client> {
  readonly client: Client;
  readonly secret: string | undefined;
  readonly isOpenai: boolean;
}

export function endpointOf<Client extends { readonly baseURL: string }>(
  options: { readonly apiKey?: string; readonly baseUrl?: string; readonly client?: Client },
  fetch: typeof boundedFetch = boundedFetch,
): Endpoint<Client | OpenAI> {
  if (options.client !== undefined) {
    const { client } = options;
    const { apiKey: own } = client as { readonly apiKey?: unknown };
    const secret = typeof own === "string" ? own : undefined;
    return { client, secret, isOpenai: isOpenaiHost(client.baseURL) };
  }
  const baseURL = options.baseUrl ?? setting("OPENAI_BASE_URL") ?? openaiBaseUrl;
  if (!URL.canParse(baseURL)) {
    throw new TreasuryError("model_not_connected", "OPENAI_BASE_URL is not a valid address.");
  }
  const isOpenai = isOpenaiHost(baseURL);
  const apiKey = usableKey(options.apiKey ?? setting("OPENAI_API_KEY"), isOpenai);
  const secret = apiKey === placeholderKey ? undefined : apiKey;
  return { client: new OpenAI({ apiKey, baseURL, fetch }), secret, isOpenai };
}

export function modelName(options: ConnectionOptions): string | undefined {
  return options.model ?? setting("OPENAI_MODEL");
}

function usableKey(given: string | undefined, isOpenai: boolean): string {
  const key = given?.trim() ?? "";
  if (key === "") {
    if (!isOpenai) return placeholderKey;
    throw new TreasuryError(
      "model_not_connected",
      "No key for the language model is set. Set OPENAI_API_KEY.",
    );
  }
  // Checked here because the header's own error would repeat the key.
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new TreasuryError(
      "model_not_connected",
      "The key for the language model contains characters that a header cannot carry.",
    );
  }
  return key;
}

function isOpenaiHost(baseUrl: string): boolean {
  return URL.canParse(baseUrl) && /(^|\.)openai(\.azure)?\.com$/.test(new URL(baseUrl).hostname);
}

export function setting(name: string): string | undefined {
  const value = globalThis.process?.env[name]?.trim();
  return value === "" ? undefined : value;
}
