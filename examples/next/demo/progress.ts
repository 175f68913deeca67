const spinnerMs = 120;
const quietTerminalMs = 10_000;
const frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];

/** Says that something is under way, and for how long already, until it is done. */
export async function showProgress(words: string, task: () => Promise<void>): Promise<void> {
  const { stdout } = process;
  const startedAt = Date.now();
  const seconds = (): number => Math.round((Date.now() - startedAt) / 1000);
  let frame = 0;
  const draw = (): void => {
    frame += 1;
    stdout.write(`\r  ${frames[frame % frames.length]} ${words} ${seconds()} s`);
  };
  // Where nobody sees the line being drawn again, it is written now and then.
  const say = (): boolean => stdout.write(`  ${words} ${seconds()} s\n`);
  if (!stdout.isTTY) stdout.write(`  ${words}\n`);
  const timer = setInterval(stdout.isTTY ? draw : say, stdout.isTTY ? spinnerMs : quietTerminalMs);
  try {
    await task();
    stdout.write(`${stdout.isTTY ? "\r" : ""}  ✓ ${words} done in ${seconds()} s\n`);
  } finally {
    clearInterval(timer);
  }
}
