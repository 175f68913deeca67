import { type WaitingSpend, waitingSpends } from "@agent-treasury/tools-adk";
import {
  BaseLlm,
  type BaseLlmConnection,
  type Event,
  type LlmAgent,
  type LlmRequest,
  type LlmResponse,
  LogLevel,
  type Runner,
  setLogLevel,
} from "@google/adk";
import type { QuickStart } from "test-suites/frameworks";

type Resume = (
  userId: string,
  sessionId: string,
  spends: readonly WaitingSpend[],
) => Promise<AsyncIterable<Event>>;

/** Proposes the spend at the first call, and then answers. */
class BuyingModel extends BaseLlm {
  readonly read: string[] = [];
  readonly #spend: object;
  #isAsked = false;

  constructor(spend: object) {
    super({ model: "scripted" });
    this.#spend = spend;
  }

  override async *generateContentAsync({ contents }: LlmRequest): AsyncGenerator<LlmResponse> {
    for (const { functionResponse } of contents.flatMap(({ parts }) => parts ?? [])) {
      if (functionResponse) this.read.push(JSON.stringify(functionResponse.response));
    }
    const args = { ...this.#spend };
    const parts = this.#isAsked
      ? [{ text: "Bought." }]
      : [{ functionCall: { id: "call", name: "propose_spend", args } }];
    this.#isAsked = true;
    yield { content: { role: "model", parts } };
  }

  override connect(): Promise<BaseLlmConnection> {
    throw new Error("The scripted model has no connection.");
  }
}

/** Runs the agent with a scripted model in place of its own. */
export async function runQuickStart(
  { buyer: loadBuyer, resume: loadResume }: QuickStart,
  spend: object,
  decide: () => Promise<void>,
): Promise<readonly string[]> {
  setLogLevel(LogLevel.ERROR);
  const loaded = (await loadBuyer()) as { readonly buyer: LlmAgent; readonly runner: Runner };
  const { resume } = (await loadResume()) as { readonly resume: Resume };
  const { buyer, runner } = loaded;
  const model = new BuyingModel(spend);
  buyer.model = model;
  const userId = "user";
  const { appName } = runner;
  const { id: sessionId } = await runner.sessionService.createSession({ appName, userId });
  const newMessage = { role: "user", parts: [{ text: "Buy paper." }] };
  const waiting: WaitingSpend[] = [];
  for await (const event of runner.runAsync({ userId, sessionId, newMessage })) {
    waiting.push(...waitingSpends(event));
  }
  if (waiting.length > 0) {
    await decide();
    for await (const event of await resume(userId, sessionId, waiting)) void event;
  }
  return model.read;
}
