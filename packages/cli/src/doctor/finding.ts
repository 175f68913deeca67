import { tellFailure } from "@agent-treasury/server";

/** The subjects of the checks, in order. */
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

/** The result of a check. `doubtful` works, but may not be intended. */
export type Standing = "fine" | "doubtful" | "wrong" | "unset";

/** A result of the doctor. */
export interface Finding {
  readonly subject: Subject;
  readonly standing: Standing;
  /** Contains no secrets. */
  readonly message: string;
  /** What to do about it, or null. */
  readonly remedy: string | null;
}

/** It works. */
export function fine(subject: Subject, message: string): Finding {
  return { subject, standing: "fine", message, remedy: null };
}

/** It is not configured, which is a choice. */
export function unset(subject: Subject, message: string, remedy: string | null): Finding {
  return { subject, standing: "unset", message, remedy };
}

/** It works, but may not be intended. */
export function doubtful(subject: Subject, message: string, remedy: string): Finding {
  return { subject, standing: "doubtful", message, remedy };
}

/** It does not work. */
export function wrong(subject: Subject, message: string, remedy: string): Finding {
  return { subject, standing: "wrong", message, remedy };
}

/** The text of an error: the message of `tellFailure`, otherwise the error's message. */
export function problemOf(error: unknown): string {
  return tellFailure(error) ?? (error instanceof Error ? error.message : String(error));
}
