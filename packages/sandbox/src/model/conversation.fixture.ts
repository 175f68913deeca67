import type { ModelMessage } from "@agent-treasury/provider";

/** Messages of a conversation in a turn's format. */
export const says: {
  readonly system: (content: string) => ModelMessage;
  readonly user: (content: string) => ModelMessage;
  readonly assistant: (content: string) => ModelMessage;
  readonly tool: (name: string, content: unknown) => ModelMessage;
} = {
  system: (content: string) => ({ role: "system", content }),
  user: (content: string) => ({ role: "user", content }),
  assistant: (content: string) => ({ role: "assistant", content }),
  tool: (name: string, content: unknown) => ({
    role: "user",
    content: `<tool_response>${JSON.stringify({ name, content }).replaceAll("<", "\\u003c")}</tool_response>`,
  }),
};
