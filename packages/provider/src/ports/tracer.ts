export type AttributeValue = string | number | boolean | string[];

/** The subset of OpenTelemetry's `Span` that is used. */
export interface Span {
  setAttribute(name: string, value: AttributeValue): unknown;
  /** `code` 2 means an error. */
  setStatus(status: { code: 2; message?: string }): unknown;
  end(): void;
}

export interface SpanOptions {
  /** 0: internal, 2: client. */
  readonly kind: 0 | 2;
  readonly attributes: Record<string, AttributeValue>;
}

/**
 * The subset of OpenTelemetry's `Tracer` that is used, such as `trace.getTracer("agent")` of
 * `@opentelemetry/api`. The app's context manager nests the spans.
 */
export interface Tracer {
  startActiveSpan<Result>(name: string, options: SpanOptions, work: (span: Span) => Result): Result;
  startSpan(name: string, options: SpanOptions): Span;
}
