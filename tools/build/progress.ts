/**
 * Reports the finished share of a task, from 0 to 1. Until the next report, the displayed share
 * approaches `upTo`, for steps that report nothing while they run.
 */
export type Advance = (share: number, upTo?: number) => void;

export interface ProgressOutput {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const spinnerMs = 120;
const quietMs = 10_000;
const pauseBetweenLinesMs = 1_000;
/** A silent step has half of its share after this time. */
const halfOfStepMs = 30_000;
const frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const clearLine = "\r\u001B[K";

/**
 * Shows the share and the elapsed seconds of a task: a terminal has one line that is updated, other
 * outputs get a line for each ten percent and every ten seconds.
 */
export async function showProgress<Result>(
  text: string,
  task: (advance: Advance) => Promise<Result>,
  output: ProgressOutput = process.stdout,
): Promise<Result> {
  const startedAt = performance.now();
  const share = { done: 0, upTo: 0, since: startedAt };
  const printed = { percent: 0, at: startedAt };
  let frame = 0;
  const percentNow = (): number => {
    const elapsed = performance.now() - share.since;
    const within = (share.upTo - share.done) * (elapsed / (elapsed + halfOfStepMs));
    return Math.min(99, Math.floor(100 * (share.done + within)));
  };
  const seconds = (): number => Math.round((performance.now() - startedAt) / 1_000);
  const status = (): string => `${text} about ${percentNow()} %, ${seconds()} s`;
  const draw = (): void => {
    frame += 1;
    output.write(`${clearLine}  ${frames[frame % frames.length]} ${status()}`);
  };
  const print = (): void => {
    const percent = percentNow();
    const isQuiet = performance.now() - printed.at >= quietMs;
    if (percent < printed.percent + 10 && !isQuiet) return;
    Object.assign(printed, { percent, at: performance.now() });
    output.write(`  ${status()}\n`);
  };
  const isTerminal = output.isTTY === true;
  if (!isTerminal) output.write(`  ${text}\n`);
  const timer = setInterval(
    isTerminal ? draw : print,
    isTerminal ? spinnerMs : pauseBetweenLinesMs,
  );
  const clear = isTerminal ? clearLine : "";
  try {
    const result = await task((done, upTo = done) => {
      // A step may report the same share again while it runs.
      if (done === share.done && upTo === share.upTo) return;
      Object.assign(share, { done, upTo, since: performance.now() });
    });
    output.write(`${clear}  ✓ ${text} done in ${seconds()} s\n`);
    return result;
  } catch (error) {
    output.write(`${clear}  ✗ ${text} failed after ${seconds()} s\n`);
    throw error;
  } finally {
    clearInterval(timer);
  }
}
