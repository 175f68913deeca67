import { treasuryInProcess } from "@agent-treasury/tools";
import { type Treasury, createTreasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { AIMessage, HumanMessage, type ToolMessage } from "@langchain/core/messages";
import {
  Command,
  MemorySaver,
  MessagesAnnotation,
  START,
  StateGraph,
  interrupt,
} from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  type FrameworkToolsOptions,
  type TreasuryInterrupt,
  treasuryTools,
  waitingProposals,
} from "./index.ts";

const spend = { amountUsd: 24, vendor: "Namecheap", purpose: "a domain" };
const config = { configurable: { thread_id: "1" } };

function testTreasury(): Treasury {
  const treasury = createTreasury({
    baseUrl: "http://localhost:3000",
    storage: memoryStorage(),
    budget: { startingCapitalUsd: 1_000, minReserveUsd: 0 },
    access: "guests",
    recoverySeconds: false,
  });
  onTestFinished(() => treasury.close());
  return treasury;
}

/** A graph that calls tools as given, and then asks a person in a node of its own. */
function callingGraph(
  treasury: Treasury,
  calls: readonly { name?: string; args: object }[],
  options?: FrameworkToolsOptions,
) {
  const tools = treasuryTools(treasuryInProcess(treasury, { agentId: "buyer" }), options);
  const tool_calls = calls.map(({ name = "propose_spend", args }, index) => ({
    name,
    args,
    id: `call_${index}`,
  }));
  return new StateGraph(MessagesAnnotation)
    .addNode("agent", () => ({ messages: [new AIMessage({ content: "", tool_calls })] }))
    .addNode("tools", new ToolNode(tools))
    .addNode("ask", () => ({ messages: [new HumanMessage(`${interrupt("Ship it?")}`)] }))
    .addEdge(START, "agent")
    .addEdge("agent", "tools")
    .addEdge("tools", "ask")
    .compile({ checkpointer: new MemorySaver() });
}

type Graph = ReturnType<typeof callingGraph>;

async function state(graph: Graph) {
  const { values, tasks } = await graph.getState(config);
  const { messages } = values as typeof MessagesAnnotation.State;
  return {
    results: messages.filter((one): one is ToolMessage => one.type === "tool"),
    interrupts: tasks.flatMap(({ interrupts }) => interrupts.map(({ value }) => value as unknown)),
  };
}
const start = (graph: Graph) => graph.invoke({ messages: [new HumanMessage("Buy it")] }, config);
const resume = (graph: Graph, value: unknown) =>
  graph.invoke(new Command({ resume: value }), config);

describe("a spend that needs approval", () => {
  it("interrupts the graph with the proposal", async () => {
    const graph = callingGraph(testTreasury(), [{ args: spend }]);
    await start(graph);
    const { interrupts, results } = await state(graph);
    expect(results).toEqual([]);
    expect(interrupts).toMatchObject([
      { kind: "treasury_proposal", proposal: { ...spend, status: "pending" } },
    ]);
  });

  it("is found in the result of the run, and in the graph's state in another process", async () => {
    const treasury = testTreasury();
    const graph = callingGraph(treasury, [{ args: spend }]);
    const waiting = [{ ...spend, status: "pending" }];
    expect(waitingProposals(await start(graph))).toMatchObject(waiting);
    expect(waitingProposals(await graph.getState(config))).toMatchObject(waiting);
    const [proposal] = (await treasury.state()).proposals;
    await treasury.decide({ proposalId: proposal!.id, decision: "approve" });
    await resume(graph, true);
    // The graph now waits in its own node.
    expect(waitingProposals(await graph.getState(config))).toEqual([]);
    expect(waitingProposals(undefined)).toEqual([]);
  });

  it.each(["approved", false, "", null, { decision: "approve" }, { status: "executed" }])(
    "waits on when it is resumed with %j before the decision",
    async (value) => {
      const treasury = testTreasury();
      const graph = callingGraph(treasury, [{ args: spend }]);
      await start(graph);
      for (let times = 0; times < 3; times += 1) {
        const resumed =
          value === null
            ? graph.invoke(new Command({ resume: null, update: { messages: [] } }), config)
            : resume(graph, value);
        // Version 1.5 rejects `false` and an empty text.
        await resumed.catch((error: Error) => expect(error.name).toBe("EmptyInputError"));
      }
      const { interrupts, results } = await state(graph);
      expect([interrupts.length, results]).toEqual([1, []]);
      expect((await treasury.state()).proposals).toMatchObject([{ status: "pending" }]);
      expect((await treasury.state()).ledger).toEqual([]);
    },
  );

  it("returns the decision, and leaves the resume value to no later interrupt", async () => {
    const treasury = testTreasury();
    const graph = callingGraph(treasury, [{ args: spend }]);
    await start(graph);
    const [{ proposal }] = (await state(graph)).interrupts as [TreasuryInterrupt];
    await treasury.decide({ proposalId: proposal.id, decision: "deny", comment: "Too expensive" });
    await resume(graph, true);
    const { interrupts, results } = await state(graph);
    expect(results.map(({ text }) => JSON.parse(text) as unknown)).toMatchObject([
      { status: "denied", comment: "Too expensive" },
    ]);
    expect(interrupts).toEqual(["Ship it?"]);
  });

  it("waits for each of two spends of one message", async () => {
    const treasury = testTreasury();
    const graph = callingGraph(treasury, [
      { args: spend },
      { args: { ...spend, vendor: "Hetzner" } },
    ]);
    await start(graph);
    const { proposals } = await treasury.state();
    expect(proposals.map(({ status }) => status)).toEqual(["pending", "pending"]);
    for (const { id } of proposals) {
      expect((await state(graph)).results).toEqual([]);
      await treasury.decide({ proposalId: id, decision: "approve" });
      await resume(graph, true);
    }
    expect((await state(graph)).results).toHaveLength(2);
    expect((await treasury.state()).ledger).toHaveLength(2);
  });

  it("is returned as pending if `onPending` is `return`", async () => {
    const graph = callingGraph(testTreasury(), [{ args: spend }], { onPending: "return" });
    await start(graph);
    const [result] = (await state(graph)).results;
    expect(JSON.parse(result?.text ?? "")).toMatchObject({ status: "pending" });
  });
});

describe("a call that fails", () => {
  it("is a result with the status `error`", async () => {
    const graph = callingGraph(testTreasury(), [
      { name: "follow_proposal", args: { proposalId: "prop_unknown" } },
    ]);
    await start(graph);
    const [result] = (await state(graph)).results;
    expect(result?.status).toBe("error");
    expect(JSON.parse(result?.text ?? "")).toMatchObject({ code: "proposal_not_found" });
  });

  it("returns text to a caller without a tool call", async () => {
    const tools = treasuryTools(treasuryInProcess(testTreasury(), { agentId: "buyer" }));
    const follow = tools.find(({ name }) => name === "follow_proposal");
    const result: unknown = await follow?.invoke({ proposalId: "prop_unknown" });
    expect(JSON.parse(result as string)).toMatchObject({ code: "proposal_not_found" });
  });
});
