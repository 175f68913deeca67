import type { Storage } from "@agent-treasury/provider";
import type { Expectation, TestFramework } from "../test-framework.ts";

/** The storage under test. */
export interface StorageSubject {
  /** The name in the suite's title. */
  readonly name: string;
  /** Opens a new, empty storage. The suite closes it. */
  open(): Promise<Storage> | Storage;
  /** Opens the data of a closed storage from `open` again. */
  reopen?(storage: Storage): Promise<Storage> | Storage;
  /** Sets the clock of the storages from `open`, milliseconds since 1970. */
  setNow?(now: number): void;
}

/** The helpers of the suite's sections. */
export interface StorageSuite {
  readonly subject: StorageSubject;
  expect(actual: unknown): Expectation;
  /** Registers a test with its own empty storage. */
  test(sentence: string, body: (storage: Storage) => Promise<void>): void;
}

/** Provides each test with a storage, and closes it afterwards. */
export function storageSuite(framework: TestFramework, subject: StorageSubject): StorageSuite {
  return {
    subject,
    expect: (actual) => framework.expect(actual),
    test: (sentence, body) => {
      framework.it(sentence, async () => {
        const storage = await subject.open();
        try {
          await body(storage);
        } finally {
          await storage.close();
        }
      });
    },
  };
}
