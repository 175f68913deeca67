import { type ChildProcess, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import {
  type Options,
  type SDKMessage,
  type SDKUserMessage,
  query,
} from "@anthropic-ai/claude-agent-sdk";
import {
  type ScriptedAnswer,
  claudeAnswer,
  claudeEnvironment,
  sessionsFolder,
} from "test-suites/claude";
import { type ModelEndpoint, modelEndpoint, openTab } from "test-suites/meters";
import { describe, expect, it, onTestFinished } from "vitest";
import { type ClaudeMeterOptions, meteredQuery } from "./index.ts";

/** In the SDK's list, it costs 3 USD per million tokens of input, and 15 of output. */
const model = "claude-sonnet-4-5";
/** Of each call, which costs 0.006 USD. */
const tokens = { input: 1_000, output: 200 };
/** The SDK has no tool of this name, and returns an error to the model. */
const toolCall: ScriptedAnswer = [{ id: "toolu_1", spend: {} }];

type Asked = Pick<Parameters<typeof query>[0], "prompt">;

/** The turns of one session. */
async function* turns(...contents: string[]): AsyncGenerator<SDKUserMessage> {
  for (const content of ["Draft it.", ...contents]) {
    yield { type: "user", message: { role: "user", content }, parent_tool_use_id: null };
  }
}

interface World {
  readonly endpoint: ModelEndpoint;
  readonly tab: () => Promise<object>;
  /** Charges the messages of another query. */
  readonly replay: (
    messages: readonly SDKMessage[],
    options?: Partial<ClaudeMeterOptions>,
  ) => Promise<void>;
  /** Runs a query to its end, or until `isEnough`. */
  readonly run: (
    options?: Partial<ClaudeMeterOptions>,
    given?: Options & Partial<Asked>,
    isEnough?: (message: SDKMessage) => boolean,
  ) => Promise<{ readonly messages: readonly SDKMessage[]; readonly failure: unknown }>;
}

async function opened(script: readonly ScriptedAnswer[]): Promise<World> {
  const { treasury, tabId } = await openTab();
  const folder = sessionsFolder();
  const endpoint = await modelEndpoint((_, index) =>
    claudeAnswer(script[index] ?? ["Done."], tokens),
  );
  onTestFinished(async () => {
    await endpoint.close();
    await treasury.close();
    rmSync(folder, { recursive: true });
  });
  const env = claudeEnvironment(folder, endpoint.url);
  return {
    endpoint,
    tab: async () => (await treasury.tabs.read({ tabId })).tab,
    replay: async (messages, options = {}) => {
      const start = () => ReadableStream.from(messages);
      const about = { tabs: treasury.tabs, tabId, maximumUsd: 0.1, ...options };
      for await (const message of meteredQuery(start, about)) expect(messages).toContain(message);
    },
    run: async (options = {}, { prompt = "Draft it.", ...given } = {}, isEnough = () => false) => {
      const messages: SDKMessage[] = [];
      const about = { model, tools: [], settingSources: [], cwd: folder, env, ...given };
      const start = (maxBudgetUsd: number) =>
        query({ prompt, options: { ...about, maxBudgetUsd } });
      try {
        const metered = meteredQuery(start, { tabs: treasury.tabs, tabId, ...options });
        for await (const message of metered) {
          messages.push(message);
          if (isEnough(message)) break;
        }
      } catch (error) {
        return { messages, failure: error };
      }
      return { messages, failure: null };
    },
  };
}

describe("a query on a tab", () => {
  it("charges what the endpoint counted for all calls of its loop", async () => {
    const { endpoint, run, tab } = await opened([toolCall, toolCall]);
    const { failure } = await run({ maximumUsd: 0.5 });
    expect(failure).toBeNull();
    expect(endpoint.requests).toHaveLength(3);
    expect(await tab()).toMatchObject({
      chargedUsd: 0.018,
      reservedUsd: 0,
      estimatedUsd: 0,
      meters: [{ name: model, chargedUsd: 0.018, charges: 1 }],
    });
  });

  it("reserves what the tab has left, and stops once it is spent", async () => {
    const { endpoint, run, tab } = await opened([]);
    await run({ maximumUsd: 0.99 }, {}, ({ type }) => type === "assistant");
    expect(await tab()).toMatchObject({ chargedUsd: 0.99, leftUsd: 0.01 });
    const { messages } = await run();
    expect(messages.at(-1)).toMatchObject({ subtype: "success" });
    expect(await tab()).toMatchObject({ chargedUsd: 0.996, leftUsd: 0.004 });
    const before = endpoint.requests.length;
    const last = await run();
    expect(last.messages.at(-1)).toMatchObject({ subtype: "error_max_budget_usd" });
    // The SDK compares its budget after a call. This call is an overrun.
    expect(endpoint.requests).toHaveLength(before + 1);
    expect(await tab()).toMatchObject({ chargedUsd: 1.002, leftUsd: 0 });
    const refused = await run();
    expect(refused).toMatchObject({ messages: [], failure: { code: "tab_closed" } });
    expect(endpoint.requests).toHaveLength(before + 1);
  });

  it("charges a resumed session without its earlier calls", async () => {
    const { run, tab } = await opened([]);
    const { messages } = await run({ maximumUsd: 0.1 });
    const result = messages.findLast((message) => message.type === "result");
    const sessionCostUsd = result!.total_cost_usd;
    expect(sessionCostUsd).toBe(0.006);
    await run({ maximumUsd: 0.1, sessionCostUsd }, { resume: result!.session_id });
    expect(await tab()).toMatchObject({ chargedUsd: 0.012, reservedUsd: 0 });
  });

  it("charges all sessions of a query that clears its conversation", async () => {
    const { endpoint, run, replay, tab } = await opened([["Drafted."], toolCall]);
    const { messages } = await run({ maximumUsd: 0.5 }, { prompt: turns("/clear", "Again.") });
    expect(endpoint.requests).toHaveLength(3);
    const results = messages.filter((message) => message.type === "result");
    expect(results.map((result) => result.total_cost_usd)).toEqual([0.006, 0, 0.012]);
    expect(new Set(results.map((result) => result.session_id)).size).toBe(2);
    expect(await tab()).toMatchObject({ chargedUsd: 0.018, reservedUsd: 0 });
    // As if the command that clears had no result, whose total is zero.
    await replay(messages.filter((message) => message !== results[1]));
    expect(await tab()).toMatchObject({ chargedUsd: 0.036, reservedUsd: 0 });
    // The first one can be a resumed session, which cost 0.006 USD before.
    const begun = messages.filter((message) => "subtype" in message && message.subtype === "init");
    await replay([...begun.slice(0, 1), ...results.slice(-1)], { sessionCostUsd: 0.006 });
    expect(await tab()).toMatchObject({ chargedUsd: 0.048, reservedUsd: 0 });
  });

  it("counts as its reservation if it is stopped or killed before its last result", async () => {
    const { run, tab } = await opened([toolCall]);
    await run({ maximumUsd: 0.1 }, {}, ({ type }) => type === "assistant");
    expect(await tab()).toMatchObject({ chargedUsd: 0.1, reservedUsd: 0 });
    let binary: ChildProcess | undefined;
    const spawnClaudeCodeProcess: Options["spawnClaudeCodeProcess"] = ({
      command,
      args,
      cwd,
      env,
    }) => {
      const started = spawn(command, args, { cwd, env, stdio: ["pipe", "pipe", "ignore"] });
      binary = started;
      return started;
    };
    const killed = await run({ maximumUsd: 0.2 }, { spawnClaudeCodeProcess }, ({ type }) => {
      if (type === "assistant") binary?.kill("SIGKILL");
      return false;
    });
    expect(killed.failure).toBeInstanceOf(Error);
    expect(await tab()).toMatchObject({ chargedUsd: 0.3, reservedUsd: 0 });
  });

  it("costs nothing if the session to resume does not exist", async () => {
    const { run, tab } = await opened([]);
    const { failure } = await run({ maximumUsd: 0.1 }, { resume: crypto.randomUUID() });
    expect(failure).toBeInstanceOf(Error);
    expect(await tab()).toMatchObject({ chargedUsd: 0, reservedUsd: 0, charges: 0 });
  });

  it("counts at least its reservation for a model without a price", async () => {
    const { run, tab } = await opened([]);
    await run({ maximumUsd: 0.1 }, { model: "unheard-of-1" });
    expect(await tab()).toMatchObject({ chargedUsd: 0.1 });
  });
});
