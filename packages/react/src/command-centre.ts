"use client";

export { CommandCentre, type CommandCentreProps } from "./command-centre/command-centre.tsx";
export type { Screen } from "./command-centre/screens.ts";
export { isWorkspaceName, workspaceNameRule } from "./command-centre/workspace-name.ts";
export { type DepositReturn, readDepositReturn } from "./deposit/deposit-return.ts";
