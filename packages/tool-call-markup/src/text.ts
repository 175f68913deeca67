/** Text for a model, in a bundle without the parser. */
export { cleanText } from "./clean-text.ts";
export { escapeFieldsForModel } from "./escape-fields-for-model.ts";
export { escapeForModel } from "./escape-for-model.ts";
export { escapedJson, toolResponse } from "./tool-response.ts";
