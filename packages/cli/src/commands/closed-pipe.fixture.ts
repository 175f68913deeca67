import { processOutput } from "./output.ts";

/** Prints until its output is closed. */
const { print } = processOutput();
setInterval(() => print("A line."), 10);
