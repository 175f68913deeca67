import { type ChildProcess, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { type Treasury, createTreasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import type { HookCallback, Options } from "@anthropic-ai/claude-agent-sdk";
import {
  type ScriptedPart,
  type ScriptedQuery,
  type ScriptedRun,
  scriptedRun,
  sessionsFolder,
} from "test-suites/claude";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  type FrameworkToolsOptions,
  type TreasuryAccess,
  type TreasuryQueryOptions,
  treasuryInProcess,
  treasuryTools,
  waitingProposal,
} from "./index.ts";

const lamp = { amountUsd: 40, vendor: "Acme", purpose: "a lamp" };
const desk = { amountUsd: 45, vendor: "Acme", purpose: "a desk" };
const paper = { amountUsd: 4, vendor: "Acme", purpose: "paper" };
const hour = 3_600_000;
/** Each run starts the SDK's binary, which takes seconds. */
const isLong = process.env["TEST_LONG"] === "1";

interface Opened {
  readonly treasury: Treasury;
  readonly access: TreasuryAccess;
  readonly run: (query: Partial<ScriptedQuery>, more?: object) => Promise<ScriptedRun>;
  pass(milliseconds: number): void;
}

function opened(toolsOptions: FrameworkToolsOptions = {}): Opened {
  const folder = sessionsFolder();
  let now = Date.UTC(2026, 10, 3, 10);
  const treasury = createTreasury({
    baseUrl: "http://localhost:3000",
    storage: memoryStorage({ now: () => now }),
    clock: { now: () => now, monotonic: () => now, sleep: async () => {} },
    budget: { startingCapitalUsd: 200 },
    recoverySeconds: false,
    access: "guests",
    autoApprovePayees: "any",
  });
  onTestFinished(async () => {
    await treasury.close();
    rmSync(folder, { recursive: true });
  });
  const access = treasuryInProcess(treasury, { agentId: "buyer" });
  return {
    treasury,
    access,
    pass: (milliseconds) => {
      now += milliseconds;
    },
    run: ({ options, ...query }, resumed = {}) =>
      scriptedRun({
        folder,
        prompt: "Buy it.",
        script: [],
        options: { ...treasuryTools(access, toolsOptions), ...resumed, ...options },
        ...query,
      }),
  };
}

function calls(...spends: readonly object[]): ScriptedPart[] {
  return spends.map((spend) => ({ id: `toolu_${crypto.randomUUID()}`, spend }));
}

describe("a spend that needs approval", () => {
  it("stops the run at the first of parallel calls, and pays each of them once", async () => {
    const { treasury, run } = opened();
    const first = await run({ script: [calls(lamp, desk)] });
    expect(statuses(first)).toEqual(["pending"]);
    expect(last(first)).toMatchObject({ terminal_reason: "tool_deferred" });
    await approveAll(treasury);
    const second = await run({ script: [calls(desk)] }, { resume: last(first).session_id });
    expect(statuses(second)).toEqual(["executed", "executed"]);
    expect(await paid(treasury)).toEqual([-40, -45]);
    // The model read both calls, each with its result.
    const results = JSON.stringify(second.requests[0]?.body["messages"]);
    expect(results.match(/"type":"tool_result"/g)).toHaveLength(2);
  });

  it("is judged once before the run stops, and once more by the tool if it is paid", async () => {
    const { access, run } = opened();
    const asked: unknown[] = [];
    const counting: TreasuryAccess = {
      ...access,
      propose: async (request, call) => {
        asked.push(request.dryRun);
        return access.propose(request, call);
      },
    };
    await run({ script: [calls(lamp)], options: treasuryTools(counting) });
    expect(asked.splice(0)).toEqual(["unless_pending"]);
    await run({ script: [calls(paper)], options: treasuryTools(counting) });
    expect(asked).toEqual(["unless_pending", undefined]);
  });

  it.runIf(isLong)("does not stop a dry run, also while the same spend waits", async () => {
    const { treasury, run } = opened();
    const dry = { ...lamp, dryRun: true };
    expect(last(await run({ script: [calls(dry)] }))).toMatchObject({ result: "Done." });
    expect((await treasury.state()).proposals).toEqual([]);
    await run({ script: [calls(lamp)] });
    const given = await run({ script: [calls(dry)] });
    expect(last(given)).toMatchObject({ terminal_reason: "completed", result: "Done." });
    expect(given.read.map((text) => JSON.parse(text) as object)).toMatchObject([
      { status: "pending", dryRun: true },
    ]);
  });

  it.runIf(isLong)(
    "is pending for a run that resumes without the hook, and is paid once",
    async () => {
      const { treasury, run } = opened();
      const { session_id: resume } = last(await run({ script: [calls(lamp)] }));
      const without = { resume, hooks: {} };
      expect(statuses(await run({}, without))).toEqual(["pending"]);
      expect(await paid(treasury)).toEqual([]);
      await approveAll(treasury);
      expect(statuses(await run({ script: [calls(lamp)] }, without))).toEqual(["executed"]);
      expect(await paid(treasury)).toEqual([-40]);
    },
  );

  it("stops a run whose hook answers before the message ends", async () => {
    const { treasury, access, run } = opened();
    const hooked = Promise.withResolvers<ScriptedPart>();
    const options = treasuryTools(access);
    const [matcher] = options.hooks?.PreToolUse ?? [];
    const answering: HookCallback = async (...input) => {
      const answer = await matcher!.hooks[0]!(...input);
      hooked.resolve("I wait.");
      return answer;
    };
    const first = await run({
      // The provider sends the rest of the message once the hook has answered.
      script: [[...calls(lamp), hooked.promise]],
      options: { ...options, hooks: { PreToolUse: [{ ...matcher, hooks: [answering] }] } },
    });
    expect(last(first)).toMatchObject({ terminal_reason: "tool_deferred" });
    await approveAll(treasury);
    const second = await run({}, { resume: last(first).session_id });
    expect(statuses(second)).toEqual(["executed"]);
    expect(await paid(treasury)).toEqual([-40]);
  });

  it("is paid once after a day in which the binary was killed", async () => {
    const { treasury, access, pass, run } = opened();
    const killed = killedAfterProposal(access);
    const { session_id: resume } = last(await run({ script: [calls(lamp)] }));
    if (isLong) {
      pass(8 * hour);
      const again = await run({ options: killed() }, { resume });
      expect(again.failure).toBeInstanceOf(Error);
      pass(8 * hour);
      // A session that the binary had not written yet begins again.
      const anew = await run({ script: [calls(lamp)], options: killed() });
      expect(anew.failure).toBeInstanceOf(Error);
    }
    expect((await treasury.state()).proposals).toMatchObject([{ status: "pending" }]);
    pass(8 * hour);
    await approveAll(treasury);
    const decided = await run({ options: killed() }, { resume });
    expect(decided.failure).toBeInstanceOf(Error);
    expect(statuses(decided)).toEqual([]);
    expect(statuses(await run({}, { resume }))).toEqual(["executed"]);
    expect(await paid(treasury)).toEqual([-40]);
  });

  it("returns pending if the option asks for it", async () => {
    const { run } = opened({ onPending: "return" });
    const given = await run({ script: [calls(lamp)] });
    expect(statuses(given)).toEqual(["pending"]);
    expect(last(given)).toMatchObject({ terminal_reason: "completed", result: "Done." });
  });

  it("is found by the result of its run until it is decided", async () => {
    const { treasury, access, run } = opened();
    const { messages } = await run({ script: [calls(lamp)] });
    const found = await Promise.all(messages.map((one) => waitingProposal(access, one)));
    expect(found.filter((one) => one !== null)).toMatchObject([{ ...lamp, status: "pending" }]);
    await approveAll(treasury);
    expect(await waitingProposal(access, messages.at(-1)!)).toBeNull();
  });
});

const deciding =
  (permissionDecision: "deny" | "defer"): HookCallback =>
  async () => ({ hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision } });

describe("a call that the app does not allow", () => {
  const refusals: readonly (readonly [string, (ours: TreasuryQueryOptions) => Options])[] = [
    [
      "a hook",
      ({ hooks }) => ({
        hooks: { PreToolUse: [...(hooks?.PreToolUse ?? []), { hooks: [deciding("deny")] }] },
      }),
    ],
    [
      "canUseTool",
      () => ({
        allowedTools: [],
        canUseTool: async () => ({ behavior: "deny", message: "Not today." }),
      }),
    ],
    ["plan mode", () => ({ permissionMode: "plan" })],
    ["the lack of a permission", () => ({ allowedTools: [], permissionMode: "dontAsk" })],
  ];

  it.each(isLong ? refusals : refusals.slice(0, 2))(
    "pays nothing, and is not stored, by %s",
    async (_what, refusal) => {
      const { treasury, access, run } = opened();
      const given = await run({ script: [calls(paper)], options: refusal(treasuryTools(access)) });
      expect(last(given)).toMatchObject({ permission_denials: [{ tool_input: paper }] });
      expect((await treasury.state()).proposals).toEqual([]);
      expect(await paid(treasury)).toEqual([]);
    },
  );

  it.each(isLong ? [paper, lamp] : [lamp])(
    "is no spend that waits if the app deferred it: $purpose",
    async (spend) => {
      const { treasury, access, run } = opened({ onPending: "return" });
      const hooks = { PreToolUse: [{ hooks: [deciding("defer")] }] };
      const given = await run({ script: [calls(spend)], options: { hooks } });
      expect(last(given)).toMatchObject({ deferred_tool_use: { input: spend } });
      expect(await waitingProposal(access, last(given))).toBeNull();
      expect((await treasury.state()).proposals).toEqual([]);
    },
  );

  it("stays pending if it needs approval, and pays nothing", async () => {
    const { treasury, access, run } = opened();
    const [[, denied] = []] = refusals;
    await run({ script: [calls(lamp)], options: denied!(treasuryTools(access)) });
    expect((await treasury.state()).proposals).toMatchObject([{ ...lamp, status: "pending" }]);
    expect(await paid(treasury)).toEqual([]);
  });
});

it("sends the model descriptions and parameters as JSON Schema", async () => {
  const { requests } = await opened({ fetchPaid: true }).run({});
  const tools = requests[0]?.body["tools"] as { name: string }[];
  expect(tools.map(({ name }) => name).toSorted()).toEqual([
    "mcp__treasury__check_budget",
    "mcp__treasury__fetch_paid",
    "mcp__treasury__follow_proposal",
    "mcp__treasury__propose_spend",
  ]);
  expect(tools.find(({ name }) => name.endsWith("propose_spend"))).toMatchObject({
    description: expect.stringContaining("never pays twice") as string,
    input_schema: {
      type: "object",
      required: ["amountUsd", "vendor", "purpose"],
      additionalProperties: false,
    },
  });
});

/** Options of a query whose binary is killed once the treasury has answered a proposal. */
function killedAfterProposal(access: TreasuryAccess): () => Options {
  return () => {
    let binary: ChildProcess | undefined;
    const killing: TreasuryAccess = {
      ...access,
      propose: async (request, call) => {
        const answer = await access.propose(request, call);
        binary?.kill("SIGKILL");
        return answer;
      },
    };
    return {
      ...treasuryTools(killing),
      spawnClaudeCodeProcess: ({ command, args, cwd, env }) => {
        const started = spawn(command, args, { cwd, env, stdio: ["pipe", "pipe", "ignore"] });
        binary = started;
        return started;
      },
    };
  };
}

function last({ messages }: ScriptedRun) {
  const result = messages.findLast((message) => message.type === "result");
  if (result === undefined) throw new Error("The run has no result.");
  return result;
}

function statuses({ read }: ScriptedRun): unknown[] {
  return read.map((text) => (JSON.parse(text) as { status: unknown }).status);
}

async function approveAll(treasury: Treasury): Promise<void> {
  for (const { id, status } of (await treasury.state()).proposals) {
    if (status !== "pending") continue;
    await treasury.decide({ proposalId: id, operator: "Ada", decision: "approve" });
  }
}

async function paid(treasury: Treasury): Promise<readonly number[]> {
  const { ledger } = await treasury.state();
  return ledger.filter(({ type }) => type === "expense").map(({ amountUsd }) => amountUsd);
}
