import type { TurnLog } from "@agent-treasury/provider";
import type { Expectation, TestFramework } from "../test-framework.ts";

/** The turn log that `turnLogConformance` asks its questions. */
export interface TurnLogSubject {
  /** For the suite's title. */
  readonly name: string;
  /** Opens an empty log, a new one each time. The suite closes it. */
  open(): Promise<TurnLog> | TurnLog;
  /**
   * Opens another log on the records of one that `open` gave, as another process has it, whether that
   * one is closed by now or not. The suite closes it.
   */
  openBeside?(log: TurnLog): Promise<TurnLog> | TurnLog;
  /** Lets go of a log; with a storage's own, closes the storage. */
  close?(log: TurnLog): Promise<void>;
  /** Sets the clock by which the logs tell the time, milliseconds since 1970. */
  setNow?(now: number): void;
}

/** What a section of the suite writes its tests with. */
export interface TurnLogSuite {
  readonly subject: TurnLogSubject;
  expect(actual: unknown): Expectation;
  /** A test on an empty log of its own. */
  test(sentence: string, body: (log: TurnLog) => Promise<void>): void;
}

/** Gives each test a log, and closes it whatever happens. */
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
