/** What an attribute may be. */
export type AttributeValue = string | number | boolean | string[];

/** A span that was started: the part of OpenTelemetry's `Span` that is used. */
export interface Span {
  setAttribute(name: string, value: AttributeValue): unknown;
  /** `code` 2 says that it failed. */
  setStatus(status: { code: 2; message?: string }): unknown;
  end(): void;
}

/** How a span is started. */
export interface SpanOptions {
  /** 0 is internal, 2 a client's. */
  readonly kind: 0 | 2;
  readonly attributes: Record<string, AttributeValue>;
}

/**
 * What traces: the part of OpenTelemetry's `Tracer` that is used, so `trace.getTracer("agent")` of
 * `@opentelemetry/api` is one. Spans nest as the context manager of the app has them.
 */
export interface Tracer {
  startActiveSpan<Result>(name: string, options: SpanOptions, work: (span: Span) => Result): Result;
  startSpan(name: string, options: SpanOptions): Span;
}
