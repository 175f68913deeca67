import type { Storage } from "@agent-treasury/provider";
import type { Expectation, TestFramework } from "../test-framework.ts";

/** The storage that `storageConformance` asks its questions. */
export interface StorageSubject {
  /** For the suite's title. */
  readonly name: string;
  /** Opens an empty storage, a new one each time. The suite closes it. */
  open(): Promise<Storage> | Storage;
  /** Opens again what a storage kept that `open` gave and that is closed by now. */
  reopen?(storage: Storage): Promise<Storage> | Storage;
  /** Sets the clock by which the storages of `open` tell the time, milliseconds since 1970. */
  setNow?(now: number): void;
}

/** What a section of the suite writes its tests with. */
export interface StorageSuite {
  readonly subject: StorageSubject;
  expect(actual: unknown): Expectation;
  /** A test on an empty storage of its own. */
  test(sentence: string, body: (storage: Storage) => Promise<void>): void;
}

/** Gives each test a storage, and closes it whatever happens. */
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
