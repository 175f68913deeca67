import { type WorkerProcess, startWorker } from "../processes/worker-process.ts";
import type { ReaderName, Reading } from "./reading-worker.ts";

/** A parser in a process of its own: what another one leaves behind is not collected in its time. */
export interface MeasuredReader {
  readonly name: string;
  /** Whether hostile answers take it the square of the time. */
  readonly isQuadratic: boolean;
  /** Milliseconds that one answer took. */
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
