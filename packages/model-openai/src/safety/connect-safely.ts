import { TreasuryError } from "@agent-treasury/provider";
import { type Endpoint, endpointOf, setting } from "../connection.ts";
import type { SafetyClient } from "./safety-client.ts";
import type { OpenaiJudgeOptions } from "./safety-options.ts";
import { type SafetyProtocolName, protocolOf } from "./safety-protocol.ts";

export interface SafetyConnection extends Endpoint<SafetyClient> {
  readonly model: string;
  readonly protocol: SafetyProtocolName;
}

/**
 * Resolves the judge's endpoint and protocol.
 *
 * @throws TreasuryError `model_not_connected` when its name, its protocol or a key is missing.
 */
export function connectSafely(options: OpenaiJudgeOptions): SafetyConnection {
  const model = modelNameOf(options);
  if (model === undefined) {
    throw new TreasuryError(
      "model_not_connected",
      "No judge is set. Set SAFETY_MODEL, or pass `model` to openaiJudge.",
    );
  }
  const protocol = options.protocol ?? givenProtocol() ?? protocolOf(model);
  if (protocol === null) {
    throw new TreasuryError(
      "model_not_connected",
      `The protocol cannot be derived from the judge's name. Set SAFETY_PROTOCOL to ${protocols.join(", ")}, or pass \`protocol\`.`,
    );
  }
  return { ...endpointOf(options), model, protocol };
}

const protocols: readonly SafetyProtocolName[] = [
  "llama_guard",
  "nemotron",
  "safeguard",
  "moderation",
];

function givenProtocol(): SafetyProtocolName | undefined {
  const given = setting("SAFETY_PROTOCOL");
  if (given === undefined) return undefined;
  const protocol = protocols.find((name) => name === given);
  if (protocol !== undefined) return protocol;
  throw new TreasuryError(
    "model_not_connected",
    `SAFETY_PROTOCOL must be one of ${protocols.join(", ")}.`,
  );
}

export function modelNameOf({ model }: OpenaiJudgeOptions): string | undefined {
  return model ?? setting("SAFETY_MODEL");
}
