// Loaded when a request needs it.
export { eraseText } from "./erase-text.ts";
