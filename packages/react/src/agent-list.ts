"use client";

export { AgentList } from "./agents/agent-list.tsx";
