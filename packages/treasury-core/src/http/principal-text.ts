import { hasVisibleCharacter, readOutsideText } from "@agent-treasury/contract";

export const longestId = 128;

/** Whether a value can identify a principal: text without control characters. */
export function isPrincipalText(value: unknown): value is string {
  return (
    typeof value === "string" &&
    hasVisibleCharacter(value) &&
    value.length <= longestId &&
    value.isWellFormed() &&
    readOutsideText(value).flaw === null &&
    !/\p{Cc}/u.test(value)
  );
}
