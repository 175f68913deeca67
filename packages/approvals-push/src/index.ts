export { type PushOptions, push } from "./push.ts";
