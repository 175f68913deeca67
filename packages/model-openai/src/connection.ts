import { TreasuryError } from "@agent-treasury/provider";
import OpenAI from "openai";
import { boundedFetch } from "./bounded-fetch.ts";
import type { ChatClient } from "./chat-client.ts";

/** What the connection is made from; what is left out comes from the environment. */
export interface ConnectionOptions {
  readonly model?: string;
  readonly apiKey?: string;
  readonly baseUrl?: string;
  readonly client?: ChatClient;
}

/** A client that is ready to be called, and what must not be told of it. */
export interface Connection extends Endpoint<ChatClient> {
  readonly model: string;
}

/** What Ollama and others are sent, which want a key and do not look at it. */
const placeholderKey = "none";

const openaiBaseUrl = "https://api.openai.com/v1";

/**
 * Reads the environment and makes the client.
 *
 * @throws TreasuryError `model_not_connected` when a key or the model's name is missing.
 */
export function connect(options: ConnectionOptions): Connection {
  const model = modelName(options);
  if (model === undefined) {
    throw new TreasuryError(
      "model_not_connected",
      "No model is named: set OPENAI_MODEL, or pass `model` to openaiModel.",
    );
  }
  return { ...endpointOf(options), model };
}

/** A client, and what is known of where it leads. */
export interface Endpoint<Client> {
  readonly client: Client;
  /** The key in use, so that no message repeats it. */
  readonly secret: string | undefined;
  /** Whether the endpoint is OpenAI's own. */
  readonly isOpenai: boolean;
}

/**
 * The app's own client, or one that is made from the options and the environment.
 *
 * @throws TreasuryError `model_not_connected` when a key is missing, or an address or a key is none.
 */
export function endpointOf<Client extends { readonly baseURL: string }>(options: {
  readonly apiKey?: string;
  readonly baseUrl?: string;
  readonly client?: Client;
}): Endpoint<Client | OpenAI> {
  if (options.client !== undefined) {
    const { client } = options;
    const { apiKey: own } = client as { readonly apiKey?: unknown };
    const secret = typeof own === "string" ? own : undefined;
    return { client, secret, isOpenai: isOpenaiHost(client.baseURL) };
  }
  const baseURL = options.baseUrl ?? setting("OPENAI_BASE_URL") ?? openaiBaseUrl;
  if (!URL.canParse(baseURL)) {
    throw new TreasuryError("model_not_connected", "OPENAI_BASE_URL is not an address.");
  }
  const isOpenai = isOpenaiHost(baseURL);
  const apiKey = usableKey(options.apiKey ?? setting("OPENAI_API_KEY"), isOpenai);
  const secret = apiKey === placeholderKey ? undefined : apiKey;
  return { client: new OpenAI({ apiKey, baseURL, fetch: boundedFetch }), secret, isOpenai };
}

/** The model's name, when one is given or set. */
export function modelName(options: ConnectionOptions): string | undefined {
  return options.model ?? setting("OPENAI_MODEL");
}

function usableKey(given: string | undefined, isOpenai: boolean): string {
  const key = given?.trim() ?? "";
  if (key === "") {
    if (!isOpenai) return placeholderKey;
    throw new TreasuryError("model_not_connected", "There is no key for the language model.");
  }
  // Refused here, because the error of whoever builds the header would repeat the key.
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new TreasuryError(
      "model_not_connected",
      "The key for the language model holds characters that a header cannot carry.",
    );
  }
  return key;
}

function isOpenaiHost(baseUrl: string): boolean {
  return URL.canParse(baseUrl) && /(^|\.)openai(\.azure)?\.com$/.test(new URL(baseUrl).hostname);
}

/** A variable of the environment, when it is set and not blank. */
export function setting(name: string): string | undefined {
  const value = globalThis.process?.env[name]?.trim();
  return value === "" ? undefined : value;
}
