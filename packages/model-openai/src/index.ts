export { openaiModel, type OpenaiModelOptions } from "./openai-model.ts";
export type { ChatClient } from "./chat-client.ts";
