/** Names of a text in the form in which they are compared: `max_tokens` equals `maxTokens`. */
function names(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/).map(comparable));
}

export function comparable(name: string): string {
  return name.toLowerCase().replaceAll("_", "");
}

/**
 * Fields of requests, and provider options of the AI SDK, that add no cost beyond the tokens of the
 * request and the limit of its output.
 */
export const boundedFields: ReadonlySet<string> = names(`
  model messages input instructions system stream stream_options user metadata store include
  max_tokens max_completion_tokens max_output_tokens n stop stop_sequences seed
  temperature top_p top_k min_p frequency_penalty presence_penalty repetition_penalty logit_bias
  logprobs top_logprobs response_format structured_output_mode strict_json_schema text verbosity
  text_verbosity output_config output_format effort reasoning reasoning_effort reasoning_summary
  reasoning_format thinking send_reasoning force_reasoning tools tool_choice parallel_tool_calls
  disable_parallel_tool_use max_tool_calls tool_streaming functions function_call truncation
  background cache_control prompt_cache_key prompt_cache_retention prompt_cache_options
  safety_identifier system_message_mode anthropic_version anthropic_beta task_budget
  thinking_config safety_settings structured_outputs
`);

/** Fields that name input which the provider stores. */
export const hiddenInputFields: ReadonlySet<string> = names("previous_response_id conversation");

/** Service tiers that cost at most the listed prices. */
export const listedTiers: ReadonlySet<unknown> = new Set(
  "auto default flex scale batch standard standard_only on_demand".split(" "),
);

/** Kinds of content whose text the request contains. */
export const textContent: ReadonlySet<string> = new Set(
  `text input_text output_text refusal message thinking redacted_thinking tool_use tool_result
  function_call function_call_output custom_tool_call custom_tool_call_output tool-call tool-result
  tool-approval-response content error-text execution-denied`.split(/\s+/),
);

export const imageContent: ReadonlySet<string> = new Set(
  "image image_url input_image computer_screenshot".split(" "),
);

/** Tools of Anthropic and OpenAI that the app executes. */
export const clientTool: RegExp =
  /^(?:anthropic\.|openai\.)?(?:bash|text_editor|computer|memory|apply_patch|local_shell)(?:_\d+)?$/;
