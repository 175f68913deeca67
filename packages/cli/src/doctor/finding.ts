import { tellFailure } from "@agent-treasury/server";

export type Subject =
  | "node"
  | "settings"
  | "database"
  | "model"
  | "safety"
  | "payments"
  | "x402"
  | "webhook"
  | "machines"
  | "slack"
  | "mail"
  | "push"
  | "chat"
  | "fallback"
  | "access"
  | "passkeys"
  | "payees"
  | "ledgers";

/** `doubtful` works, but may not be intended. `unset` is a choice. */
export type Standing = "fine" | "doubtful" | "wrong" | "unset";

export interface Finding {
  readonly subject: Subject;
  readonly standing: Standing;
  /** Contains no secrets. */
  readonly message: string;
  readonly remedy: string | null;
}

export function fine(subject: Subject, message: string): Finding {
  return { subject, standing: "fine", message, remedy: null };
}

export function unset(subject: Subject, message: string, remedy: string | null): Finding {
  return { subject, standing: "unset", message, remedy };
}

export function doubtful(subject: Subject, message: string, remedy: string): Finding {
  return { subject, standing: "doubtful", message, remedy };
}

export function wrong(subject: Subject, message: string, remedy: string): Finding {
  return { subject, standing: "wrong", message, remedy };
}

export function problemOf(error: unknown): string {
  return tellFailure(error) ?? (error instanceof Error ? error.message : String(error));
}
