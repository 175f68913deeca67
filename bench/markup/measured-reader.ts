import { type WorkerProcess, startWorker } from "../processes/worker-process.ts";
import type { ReaderName, Reading } from "./reading-worker.ts";

/** A parser in its own process, so that it does not pay for another one's garbage. */
export interface MeasuredReader {
  readonly name: string;
  /** Whether hostile answers take quadratic time. */
  readonly isQuadratic: boolean;
  /** Milliseconds per answer. */
  time(reading: Omit<Reading, "reader">): Promise<number>;
}

/** A process for parsers. */
export function startReaders(): {
  reader(reader: ReaderName, name: string): MeasuredReader;
  stop(): Promise<void>;
} {
  const worker: WorkerProcess<Reading, number> = startWorker(
    new URL("./reading-worker.ts", import.meta.url),
  );
  return {
    reader: (reader, name) => ({
      name,
      isQuadratic: reader === "hermes",
      time: (reading) => worker.ask({ reader, ...reading }),
    }),
    stop: () => worker.stop(),
  };
}
