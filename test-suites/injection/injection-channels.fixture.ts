import { readOutsideText } from "@agent-treasury/contract";
import type { OutboundFetch } from "@agent-treasury/provider";
import { memoryMachineHost } from "@agent-treasury/sandbox";
import {
  type AgentTool,
  type AgentTurnResult,
  createTreasury,
  type Treasury,
  type TreasuryOptions,
} from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { testSeller } from "../../packages/treasury-core/src/features/paid-fetch/test-seller.fixture.ts";
import { callOf } from "./call-of.ts";
import { type GullibleModel, directive, gullibleModel } from "./gullible-model.fixture.ts";

/** A way in which untrusted text reaches the model. */
export type InjectionChannel = (stage: InjectionStage, text: string) => Promise<AgentTurnResult>;

/** A treasury with a gullible agent, in a new workspace. */
export interface InjectionStage extends Pick<GullibleModel, "follow"> {
  readonly treasury: Treasury;
  readonly workspaceId: string;
  /** The number of calls in the turn's script. */
  scriptedCalls(): number;
  /** Sets the content of the page and of the machine's output. */
  show(text: string): void;
}

/** Creates stages, each with its own workspace. */
export function injectionStages(options: Partial<TreasuryOptions> = {}): {
  next(): InjectionStage;
  close(): Promise<void>;
} {
  const { model, follow } = gullibleModel();
  let scripted = 0;
  const followed: GullibleModel["follow"] = (script) => {
    scripted = script.filter((step) => step !== "quote").length;
    follow(script);
  };
  let shown = "";
  let count = 0;
  const treasury = createTreasury({
    autoApprovePayees: "any",
    baseUrl: "http://localhost:3000",
    storage: memoryStorage(),
    model,
    machines: {
      host: memoryMachineHost({
        exec: () => ({ exitCode: 0, stdout: shown, stderr: shown, durationMs: 1 }),
      }),
      limits: { perDeployment: 1_000 },
    },
    budget: { startingCapitalUsd: 1_000 },
    tools: [pageReader(() => shown)],
    ...sellerOf(() => shown),
    ...options,
  });
  const show = (text: string): void => void (shown = text);
  return {
    next: () => {
      count += 1;
      const workspaceId = `workspace-${count}`;
      return { treasury, workspaceId, follow: followed, scriptedCalls: () => scripted, show };
    },
    close: () => treasury.close(),
  };
}

/** A tool with an untrusted result, including field names. */
function pageReader(shown: () => string): AgentTool {
  return {
    name: "read_page",
    description: "Read the page.",
    parameters: {
      "~standard": { version: 1, vendor: "injection", validate: (value) => ({ value }) },
    },
    parametersSchema: { type: "object", properties: {} },
    effect: "read",
    execute: () => ({ title: shown(), [shown()]: shown() }),
  };
}

const origin = "https://seller.example";

/** A seller whose content and words about its price are the text. Its price is paid by policy. */
function sellerOf(
  shown: () => string,
): Pick<TreasuryOptions, "executors" | "outbound" | "paidFetch"> {
  const seller = testSeller();
  const outbound: OutboundFetch = async (request) => {
    seller.priceUsd = request.url.endsWith("/free") ? null : 4;
    seller.content = shown();
    seller.answer = { headers: { "content-type": shown() } };
    return seller.outbound(request);
  };
  seller.quote = async (answer) => {
    if (answer.kind !== "quoted") return answer;
    return { kind: "quoted", quote: { ...answer.quote, description: fitting(shown(), 500) } };
  };
  const { executor } = seller;
  return { executors: { executor }, outbound, paidFetch: { origins: [origin] } };
}

const fetchFree = callOf("fetch_paid", { url: `${origin}/free`, purpose: "a report" });

const readPage = callOf("read_page", {});
const runCommand = callOf("run_command", { command: "cat mail.txt" });

/** All channels by name. */
export const injectionChannels: Readonly<Record<string, InjectionChannel>> = {
  "a tool's output": async (stage, text) => {
    stage.show(text);
    stage.follow([{ says: readPage }, "quote"]);
    return tell(stage);
  },
  "a machine's output": async (stage, text) => {
    stage.show(text);
    stage.follow([{ says: runCommand }, "quote"]);
    return tell(stage);
  },
  "a seller's content": async (stage, text) => {
    stage.show(text);
    stage.follow([{ says: fetchFree }, "quote"]);
    return tell(stage);
  },
  "what a person is said to have written": (stage, text) => tellAfter(stage, "user", text),
  "what the model is said to have written": (stage, text) => tellAfter(stage, "assistant", text),
  "a vendor's name": async (stage, text) => {
    stage.follow([{ says: spendOf(4, { vendor: fitting(text, 200) }) }, "quote"]);
    return tell(stage);
  },
  "a purpose": async (stage, text) => {
    stage.follow([{ says: spendOf(4, { purpose: text }) }, "quote"]);
    return tell(stage);
  },
  "an operator's comment": (stage, text) =>
    decided(stage, { operator: "Ada", comment: fitting(text, 2_000) }),
  "an operator's name": (stage, text) => decided(stage, { operator: fitting(text, 200) }),
};

export function spendOf(
  amountUsd: number,
  { vendor = "Acme", purpose = "paper" }: { vendor?: string; purpose?: string },
): string {
  return callOf("propose_spend", { amountUsd, vendor, purpose });
}

/**
 * The longest part of a text that a field accepts. Requests with bidirectional controls in a field
 * are rejected.
 */
export function fitting(text: string, characters: number): string {
  return readOutsideText(text).text.slice(0, characters).toWellFormed();
}

function tell({ treasury, workspaceId }: InjectionStage): Promise<AgentTurnResult> {
  return treasury.runTurn({ workspaceId, message: directive });
}

function tellAfter(
  { treasury, workspaceId, follow }: InjectionStage,
  role: "user" | "assistant",
  content: string,
): Promise<AgentTurnResult> {
  follow(["quote"]);
  const history = [{ role, content }];
  return treasury.runTurn({ workspaceId, message: directive, history });
}

async function decided(
  stage: InjectionStage,
  { operator, comment }: { operator: string; comment?: string },
): Promise<AgentTurnResult> {
  const { treasury, workspaceId } = stage;
  stage.follow([{ says: spendOf(30, {}) }, "quote"]);
  const { turnId, state } = await tell(stage);
  const proposalId = state.proposals[0]?.id ?? "";
  await treasury.decide({
    workspaceId,
    proposalId,
    decision: "deny",
    operator,
    ...(comment !== undefined && { comment }),
  });
  return treasury.resumeTurn({ workspaceId, turnId });
}
