const spinnerMs = 120;
const quietTerminalMs = 10_000;
const frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];

/** Shows progress and elapsed seconds until the task is done. */
export async function showProgress(text: string, task: () => Promise<void>): Promise<void> {
  const { stdout } = process;
  const startedAt = Date.now();
  const seconds = (): number => Math.round((Date.now() - startedAt) / 1000);
  let frame = 0;
  const draw = (): void => {
    frame += 1;
    stdout.write(`\r  ${frames[frame % frames.length]} ${text} ${seconds()} s`);
  };
  // Without a terminal, a line is printed from time to time.
  const say = (): boolean => stdout.write(`  ${text} ${seconds()} s\n`);
  if (!stdout.isTTY) stdout.write(`  ${text}\n`);
  const timer = setInterval(stdout.isTTY ? draw : say, stdout.isTTY ? spinnerMs : quietTerminalMs);
  try {
    await task();
    stdout.write(`${stdout.isTTY ? "\r" : ""}  ✓ ${text} done in ${seconds()} s\n`);
  } finally {
    clearInterval(timer);
  }
}
