import { once } from "node:events";
import { type IncomingMessage, type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import {
  type PressOptions,
  type SignOptions,
  type SignedDelivery,
  pressPayload,
  signed,
  signedPayload,
  submissionPayload,
} from "./slack-deliveries.fixture.ts";
import type { Loose } from "./slack-limits.fixture.ts";
import {
  type SlackState,
  type StandInMessage,
  botToken,
  slackMethods,
} from "./slack-methods.fixture.ts";

export interface SlackStandIn extends Readonly<SlackState> {
  readonly apiUrl: string;
  /** Names of the methods called, in order. */
  readonly calls: string[];
  /** Texts that Slack showed to the sender of an action alone. */
  readonly replies: string[];
  /** Answers the next calls of a method instead of the API. */
  readonly failures: Map<string, Failure[]>;
  /** Presses a button as Slack's client does: of the newest message by default. */
  press(user: string, actionId: string, options?: PressOptions): SignedDelivery;
  /** Submits the newest dialog. */
  submit(user: string, reason: string | null): SignedDelivery;
  sign(body: string, options?: SignOptions): SignedDelivery;
}

export interface Failure {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object | string;
  /** Drops the connection. */
  readonly isCut?: boolean;
  /** The call is answered after this promise. */
  readonly after?: Promise<void>;
}

export interface SlackStandInOptions {
  /** Origin of the addresses for answers to senders; the stand-in's by default. */
  readonly hooksOrigin?: string;
}

const maximumReplies = 5;

/** Serves the part of Slack's API that the channel uses, with its checks and limits. */
export async function openSlack({ hooksOrigin }: SlackStandInOptions = {}): Promise<SlackStandIn> {
  const state: SlackState = { messages: [], dialogs: [], triggers: new Set() };
  const calls: string[] = [];
  const replies: string[] = [];
  const failures = new Map<string, Failure[]>();
  const responses = new Map<string, number>();
  const methods = slackMethods(state);

  const respond = (path: string, body: string): Failure => {
    const left = responses.get(path) ?? 0;
    responses.set(path, left - 1);
    const { response_type: type, replace_original: isReplaced, text } = JSON.parse(body);
    if (left <= 0 || type !== "ephemeral" || isReplaced !== false) return { status: 404 };
    replies.push(text);
    return { body: "ok" };
  };
  const answer = async (request: IncomingMessage): Promise<Failure> => {
    const body = await textOf(request);
    const path = request.url ?? "";
    if (path.startsWith("/respond/")) return respond(path, body);
    const method = path.replace("/api/", "");
    calls.push(method);
    const failure = failures.get(method)?.shift();
    if (failure !== undefined && failure.after === undefined) return failure;
    await failure?.after;
    if (request.headers.authorization !== `Bearer ${botToken}`) {
      return { body: { ok: false, error: "invalid_auth" } };
    }
    return { body: methods[method]?.(formOf(body)) ?? { ok: false, error: "unknown_method" } };
  };
  const server = createServer((request, response) => {
    void answer(request).then(({ status = 200, headers = {}, body = "", isCut }) => {
      if (isCut === true) return request.socket.destroy();
      const isText = typeof body === "string";
      const type = isText ? "text/plain" : "application/json";
      response.writeHead(status, { "content-type": type, ...headers });
      return response.end(isText ? body : JSON.stringify(body));
    });
  });
  const origin = await listen(server);

  return {
    ...state,
    apiUrl: `${origin}/api/`,
    calls,
    replies,
    failures,
    sign: signed,
    press: (user, actionId, options = {}) => {
      const message = options.message ?? state.messages.at(-1);
      const button = message && buttonsOf(message).find(({ action_id: id }) => id === actionId);
      if (message === undefined || button === undefined) throw new Error(`No button ${actionId}.`);
      const trigger = `trigger.${responses.size}`;
      const path = `/respond/${responses.size}`;
      state.triggers.add(trigger);
      responses.set(path, maximumReplies);
      const pressed = {
        user,
        message,
        button,
        trigger,
        responseUrl: `${hooksOrigin ?? origin}${path}`,
      };
      return signedPayload(pressPayload(pressed, options), options);
    },
    submit: (user, reason) => signedPayload(submissionPayload(user, state.dialogs.at(-1), reason)),
  };
}

/** The buttons that a message shows. */
export function buttonsOf({ blocks }: Pick<StandInMessage, "blocks">): readonly Loose[] {
  return blocks.filter(({ type }) => type === "actions").flatMap(({ elements }) => elements);
}

/** All text that a message shows, without formatting. */
export function shownText({ blocks }: Pick<StandInMessage, "blocks">): string {
  const textsIn = (part: Loose): readonly string[] => {
    if (typeof part !== "object" || part === null) return [];
    if (typeof part.text === "string") return [part.text];
    if (part.type === "date") return ["<date>"];
    const { confirm: _confirm, ...shown } = part;
    return Object.values(shown).flatMap(textsIn);
  };
  return blocks.flatMap(textsIn).join("");
}

async function listen(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of request.setEncoding("utf8")) text += part as string;
  return text;
}

/** The SDK sends objects as JSON in a form. */
function formOf(body: string): Loose {
  const fields = [...new URLSearchParams(body)].map(([name, value]) => [
    name,
    /^[[{]/.test(value) ? JSON.parse(value) : value,
  ]);
  return Object.fromEntries(fields);
}
