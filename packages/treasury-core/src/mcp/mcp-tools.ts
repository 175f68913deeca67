import {
  TreasuryError,
  isTreasuryError,
  type JsonObject,
  type McpTool,
  type McpToolAnswer,
  redact,
} from "@agent-treasury/provider";
import { escapedJson } from "@agent-treasury/tool-call-markup";
import type { Engine } from "../treasury/engine.ts";
import type { OutsideAgent } from "./outside-agent.ts";
import { proposeForAgent, proposeParameters } from "./propose-for-agent.ts";
import { checkParameters, readForAgent } from "./read-for-agent.ts";

/** What an agent from elsewhere may call, all of it in its own workspace. Nothing here decides. */
export function mcpTools(engine: Engine, agent: OutsideAgent): readonly McpTool[] {
  return [
    {
      name: "check_treasury",
      title: "Check the treasury",
      description:
        "Read the balance, what can still be spent, the limits on spending, and what became of the spends that you proposed, the newest first. Give proposalId to read one of them: a spend that waits for a person is worth asking about again later.",
      parametersSchema: checkParameters,
      readOnly: true,
      call: (input) =>
        answered(engine, checkParameters, input, () => readForAgent(engine, agent, input)),
    },
    {
      name: "propose_spend",
      title: "Propose a spend",
      description:
        "Propose to spend money. Small safe spends execute at once; others wait for a person, and check_treasury tells later what was decided. Proposing the same again, in whatever session, is the same proposal and spends nothing more: to buy the same thing twice, give each purchase an idempotencyKey of its own.",
      parametersSchema: proposeParameters,
      readOnly: false,
      call: (input) =>
        answered(engine, proposeParameters, input, () => proposeForAgent(engine, agent, input)),
    },
  ];
}

/** What a call came to. What the caller could mend is told; a fault of ours is told to the deployment. */
async function answered(
  { report }: Engine,
  { properties }: JsonObject,
  input: JsonObject,
  work: () => Promise<JsonObject>,
): Promise<McpToolAnswer> {
  try {
    checkNames(input, properties as JsonObject);
    return { text: escapedJson(await work()), isError: false };
  } catch (error) {
    const isMeant = isTreasuryError(error);
    if (!isMeant || error.status >= 500) report(error);
    const failure = isMeant ? error : new TreasuryError("internal_error", "The call failed.");
    const { code, message, remedy } = failure;
    return { text: escapedJson({ error: redact(`${message} ${remedy}`), code }), isError: true };
  }
}

/** What is not understood is told rather than left out: an agent may have meant something by it. */
function checkNames(input: JsonObject, properties: JsonObject): void {
  const unknown = Object.keys(input).find((name) => !Object.hasOwn(properties, name));
  if (unknown === undefined) return;
  const names = Object.keys(properties).join(", ");
  throw new TreasuryError("invalid_request", `There is no such argument; these are: ${names}.`);
}
