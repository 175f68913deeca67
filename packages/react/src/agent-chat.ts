"use client";

export { AgentChat, type AgentChatProps } from "./chat/agent-chat.tsx";
