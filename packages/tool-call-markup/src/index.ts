export { cleanText, cleanTextPasses, storableText } from "./clean-text.ts";
export { escapeFieldsForModel } from "./escape-fields-for-model.ts";
export { escapeForModel } from "./escape-for-model.ts";
export { joinMarkupEvents } from "./join-markup-events.ts";
export { JsonReader } from "./json-reader.ts";
export { malformedReason, withoutForm } from "./malformed-reason.ts";
export type { MarkupCall, MarkupEvent, MarkupMalformed } from "./markup-event.ts";
export {
  type MarkupLimits,
  defaultMarkupLimits,
  maxNameCharacters,
  maxSourceCharacters,
} from "./markup-limits.ts";
export {
  type MarkupParser,
  createMarkupParser,
  createThoughtParser,
  parseMarkup,
} from "./markup-parser.ts";
export { readCall } from "./read-call.ts";
export { escapedJson, toolResponse } from "./tool-response.ts";
