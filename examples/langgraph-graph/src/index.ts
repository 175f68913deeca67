import { treasuryOverHttp, waitingProposals } from "@agent-treasury/tools-langgraph";
import { HumanMessage } from "@langchain/core/messages";
import { Command } from "@langchain/langgraph";
import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import { buyingGraph } from "./buying-graph.ts";
import { scriptedModel } from "./scripted-model.ts";

const { TREASURY_URL = "", TREASURY_TOKEN = "", DATABASE_URL = "" } = process.env;
const [command, thread, message = ""] = process.argv.slice(2);
if (thread === undefined || (command !== "start" && command !== "resume")) {
  console.error(
    'Usage: index.ts start THREAD "Buy a domain from Namecheap for $24"\n       index.ts resume THREAD',
  );
  process.exit(2);
}

const checkpointer = PostgresSaver.fromConnString(DATABASE_URL);
await checkpointer.setup();
try {
  const access = treasuryOverHttp({ url: TREASURY_URL, token: TREASURY_TOKEN });
  const graph = buyingGraph(scriptedModel(), access, checkpointer);
  const config = { configurable: { thread_id: thread } };
  // Any value resumes the graph. The tool reads the decision from the treasury.
  const result = await (command === "start"
    ? graph.invoke({ messages: [new HumanMessage(message)] }, config)
    : graph.invoke(new Command({ resume: "continue" }), config));
  const waiting = waitingProposals(result);
  for (const { id, amountUsd, vendor } of waiting) {
    console.log(`Waits for approval: ${amountUsd} USD to ${vendor} (${id})`);
  }
  if (waiting.length === 0) console.log(result.messages.at(-1)?.text);
} finally {
  await checkpointer.end();
}
