import type { ErrorCode } from "@agent-treasury/contract";
import type { Logger } from "@agent-treasury/provider";
import { writeLog } from "../kernel/logging.ts";
import type { AccessAction } from "./access-action.ts";

export interface AnsweredRequest {
  readonly requestId: string;
  readonly action: AccessAction | null;
  readonly status: number;
  readonly code: ErrorCode | null;
  readonly milliseconds: number;
}

const refusedCallers: readonly number[] = [401, 403, 429];

/** Logs requests. Never throws. */
export function requestLog(logger: Logger): (answered: AnsweredRequest) => void {
  return ({ requestId, action, status, code, milliseconds }) => {
    const details = { requestId, action, status, code, milliseconds: Math.round(milliseconds) };
    const isRefused = refusedCallers.includes(status) || code === "service_busy";
    const level = isRefused ? "warn" : "debug";
    writeLog(logger, level, details, level === "warn" ? "refused" : "answered");
  };
}
