import type { Storage } from "@agent-treasury/provider";
import type { Expectation, TestFramework } from "../test-framework.ts";

/** The storage under test. */
export interface StorageSubject {
  readonly name: string;
  /** Opens a new, empty storage. The suite closes it. */
  open(): Promise<Storage> | Storage;
  /** Opens the data of a closed storage again. */
  reopen?(storage: Storage): Promise<Storage> | Storage;
  /** Milliseconds since 1970. */
  setNow?(now: number): void;
}

export interface StorageSuite {
  readonly subject: StorageSubject;
  expect(actual: unknown): Expectation;
  test(sentence: string, body: (storage: Storage) => Promise<void>): void;
}

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
