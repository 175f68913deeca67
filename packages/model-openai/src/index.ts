export { openaiModel, type OpenaiModelOptions } from "./openai-model.ts";
export type { ChatClient } from "./chat-client.ts";
export { openaiSafetyClassifier } from "./safety/openai-safety-classifier.ts";
export type { SafetyClient } from "./safety/safety-client.ts";
export type { OpenaiSafetyClassifierOptions } from "./safety/safety-options.ts";
export { protocolOf, type SafetyProtocolName } from "./safety/safety-protocol.ts";
