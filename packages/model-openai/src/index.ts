export { openaiModel, type OpenaiModelOptions } from "./openai-model.ts";
export type { ChatClient } from "./chat-client.ts";
export { openaiJudge } from "./safety/openai-judge.ts";
export type { SafetyClient } from "./safety/safety-client.ts";
export type { OpenaiJudgeOptions } from "./safety/safety-options.ts";
export { protocolOf, type SafetyProtocolName } from "./safety/safety-protocol.ts";
