export { type CallableTools, callFormFinder, type FindCallForm } from "./call-forms.ts";
export { cleanText } from "./clean-text.ts";
export { escapeFieldsForModel } from "./escape-fields-for-model.ts";
export { escapeForModel } from "./escape-for-model.ts";
export { joinMarkupEvents } from "./join-markup-events.ts";
export { onlyLastBlock } from "./last-block.ts";
export type { MarkupCall, MarkupEvent, MarkupMalformed } from "./markup-event.ts";
export type { MarkupLimits } from "./markup-limits.ts";
export {
  type MarkupParser,
  createMarkupParser,
  createThoughtParser,
  parseMarkup,
} from "./markup-parser.ts";
export { isEmptyAnswer, type MarkedAnswer, missedCallFinder, noAnswer } from "./missed-call.ts";
export { NativeCalls, readNativeCalls } from "./native-calls.ts";
export { escapedJson, toolResponse } from "./tool-response.ts";
