import type { TurnLog } from "@agent-treasury/provider";
import type { Expectation, TestFramework } from "../test-framework.ts";

/** The turn log under test. */
export interface TurnLogSubject {
  readonly name: string;
  /** Opens a new, empty log. The suite closes it. */
  open(): Promise<TurnLog> | TurnLog;
  /** Opens another log on the same records, like another process. The first may be closed. */
  openBeside?(log: TurnLog): Promise<TurnLog> | TurnLog;
  /** Closes a log. For a storage's log, closes the storage. */
  close?(log: TurnLog): Promise<void>;
  /** Milliseconds since 1970. */
  setNow?(now: number): void;
}

export interface TurnLogSuite {
  readonly subject: TurnLogSubject;
  expect(actual: unknown): Expectation;
  test(sentence: string, body: (log: TurnLog) => Promise<void>): void;
}

export function turnLogSuite(framework: TestFramework, subject: TurnLogSubject): TurnLogSuite {
  return {
    subject,
    expect: (actual) => framework.expect(actual),
    test: (sentence, body) => {
      framework.it(sentence, async () => {
        const log = await subject.open();
        try {
          await body(log);
        } finally {
          await subject.close?.(log);
        }
      });
    },
  };
}
