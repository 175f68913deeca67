import {
  isTreasuryError,
  type Span,
  type SpanOptions,
  type Tracer,
} from "@agent-treasury/provider";
import { conventional } from "./attributes.ts";

const failed = 2;

/** Does something asynchronous in a span, which says whether it failed. */
export function traceWork<Result>(
  tracer: Tracer,
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  return tracer.startActiveSpan(name, options, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      markFailed(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Says by a code why a span failed; the words of an error may hold what nobody should read. */
export function markFailed(span: Span, error: unknown): void {
  span.setStatus({ code: failed });
  span.setAttribute(conventional.error, errorTypeOf(error));
}

function errorTypeOf(error: unknown): string {
  if (isTreasuryError(error)) return error.code;
  return error instanceof Error ? error.name : "_OTHER";
}
