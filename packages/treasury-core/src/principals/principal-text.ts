import { readOutsideText } from "@agent-treasury/contract";

export const longestId = 128;

/** Whether a value can identify a principal: text without control characters. */
export function isPrincipalText(value: unknown): value is string {
  return (
    typeof value === "string" &&
    value.trim() !== "" &&
    value.length <= longestId &&
    value.isWellFormed() &&
    readOutsideText(value).flaw === null &&
    !/\p{Cc}/u.test(value)
  );
}
