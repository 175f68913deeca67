/** @example counted(1, "rule"); // "1 rule" */
export function counted(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : `${noun}s`}`;
}
