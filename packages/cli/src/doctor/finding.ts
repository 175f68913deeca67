import { tellFailure } from "@agent-treasury/server";

/** What the doctor looks at, in this order. */
export type Subject =
  | "node"
  | "settings"
  | "database"
  | "model"
  | "safety"
  | "payments"
  | "webhook"
  | "machines"
  | "access";

/** How it stands with one of them. `doubtful` works, and may not be what is meant. */
export type Standing = "fine" | "doubtful" | "wrong" | "unset";

/** What the doctor found. */
export interface Finding {
  readonly subject: Subject;
  readonly standing: Standing;
  /** What was found, without anything secret. */
  readonly message: string;
  /** What to do about it; null where there is nothing to do. */
  readonly remedy: string | null;
}

/** It works. */
export function fine(subject: Subject, message: string): Finding {
  return { subject, standing: "fine", message, remedy: null };
}

/** It is not set up, which is a choice. */
export function unset(subject: Subject, message: string, remedy: string | null): Finding {
  return { subject, standing: "unset", message, remedy };
}

/** It works, and may not be what is meant. */
export function doubtful(subject: Subject, message: string, remedy: string): Finding {
  return { subject, standing: "doubtful", message, remedy };
}

/** It does not work. */
export function wrong(subject: Subject, message: string, remedy: string): Finding {
  return { subject, standing: "wrong", message, remedy };
}

/** The text of a failure for a finding: the reason that `tellFailure` gives, otherwise the error's message. */
export function problemOf(error: unknown): string {
  return tellFailure(error) ?? (error instanceof Error ? error.message : String(error));
}
