import { AIMessage, type BaseMessage, ToolMessage } from "@langchain/core/messages";
import { fakeModel } from "@langchain/core/testing";

const spend = /Buy (?<purpose>.+) from (?<vendor>.+) for \$(?<amount>[\d.]+)/;

/** Buys what the person asks for, without a key. Replace it with a model of yours. */
export function scriptedModel() {
  return fakeModel().respond(answer).respond(answer);
}

function answer(messages: BaseMessage[]): AIMessage {
  const last = messages.at(-1);
  if (last instanceof ToolMessage) return new AIMessage(`The treasury answered: ${last.text}`);
  const { purpose, vendor, amount } = spend.exec(last?.text ?? "")?.groups ?? {};
  if (amount === undefined) return new AIMessage('Write "Buy a domain from Namecheap for $24".');
  const args = { amountUsd: Number(amount), vendor, purpose };
  return new AIMessage({
    content: "",
    tool_calls: [{ name: "propose_spend", args, id: "call_1" }],
  });
}
