/** How an error is answered. */
export interface ErrorAnswer {
  /** The HTTP status of responses with this code. */
  readonly status: number;
  /** The way to fix it. It is the end of the error message. */
  readonly remedy: string;
  /** Replaces `remedy` for a request that changed nothing in the treasury. */
  readonly remedyIfUnchanged?: string;
}

/** One entry of the error catalogue. */
export interface ErrorDefinition extends ErrorAnswer {
  /** The condition under which it is returned. The message of a response has the details. */
  readonly when: string;
}

export const retryLater = "Try again after the time in `retry-after`.";
