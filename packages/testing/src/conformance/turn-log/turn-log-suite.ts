import type { TurnLog } from "@agent-treasury/provider";
import type { Expectation, TestFramework } from "../test-framework.ts";

/** The turn log under test. */
export interface TurnLogSubject {
  /** The name in the suite's title. */
  readonly name: string;
  /** Opens a new, empty log. The suite closes it. */
  open(): Promise<TurnLog> | TurnLog;
  /**
   * Opens another log on the records of a log from `open`, like another process. The first one may
   * already be closed. The suite closes the new one.
   */
  openBeside?(log: TurnLog): Promise<TurnLog> | TurnLog;
  /** Closes a log. For a storage's log, closes the storage. */
  close?(log: TurnLog): Promise<void>;
  /** Sets the clock of the logs, milliseconds since 1970. */
  setNow?(now: number): void;
}

/** The helpers of the suite's sections. */
export interface TurnLogSuite {
  readonly subject: TurnLogSubject;
  expect(actual: unknown): Expectation;
  /** Registers a test with its own empty log. */
  test(sentence: string, body: (log: TurnLog) => Promise<void>): void;
}

/** Provides each test with a log, and closes it afterwards. */
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
