import type { ErrorCode } from "../errors.ts";

/** The body of every failure. */
export interface ErrorBody {
  /** What happened and what to do, for a person. */
  error: string;
  /** What happened, for a program. */
  code: ErrorCode;
  /** The id under which the service logged the request. */
  requestId: string;
}
