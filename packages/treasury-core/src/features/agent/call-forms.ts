/** Forms of calls that models write, by their own tags and tokens. */
const markers: readonly RegExp[] = [
  // <minimax:tool_call>, <|tool_call_start|>, <｜tool▁calls▁begin｜>, <｜DSML｜tool_calls>
  /<[|｜]?(?:[\w:.-]{1,24}[:|｜_])?(?:tool|function|plugin|action)s?[_▁ -]?(?:calls?|use|code|start|begin|sep)[\w▁ |｜-]{0,40}>/iu,
  // <function=pay>, <invoke name="pay">, <parameter=amount>
  /<[|｜]?(?:[\w.-]{1,24}[:|｜])?(?:function|invoke|tool|call|parameter)\s{0,4}(?:=|\s(?:name|tool|function)\s?=)\s?["']?\s{0,4}[^\s<>][^<>\n]{0,80}>/iu,
  // [TOOL_CALLS]
  /\[\/?(?:TOOL|FUNCTION)_?(?:CALLS?|REQUEST|USE)\]/u,
  // <|START_ACTION|>, <|tools_prefix|>, but no token of a result, a plan or a list of tools
  /<[|｜](?![^<>]{0,40}(?:output|result|response|end|plan|list|available|choice))(?:python_tag|[^<>\n|｜]{0,24}(?<![a-z])(?:tool|function|plugin|action)[^<>\n|｜]{0,40})[|｜]>/iu,
  // <|start|>assistant to=functions.pay, to=pay<|message|>
  /<\|(?:channel|start)\|?>[^<>\n]{0,40}\bto=\w|\bto=(?:(?:functions|tools)\.\w|[\w.:-]{1,60}\s?<[|｜])/iu,
  /(?:^|\n)[ \t]{0,8}\*{0,2}Action:\*{0,2}[ \t]{0,8}\S{1,80}[ \t]{0,8}\n[ \t]{0,8}\*{0,2}Action Input:/iu,
  /✿FUNCTION✿/u,
  /\bfunctools\s?\[\s?\{/u,
];

const nameKey = String.raw`["'](?:name|tool|tool_?name|function|function_?name|action|recipient_name)["']\s?:\s?["'](?:functions\.)?`;
const argumentsKey =
  /["'](?:arguments|parameters|args|kwargs|input|params|action_input|tool_input|tool_?arguments)["']\s?:/iu;
const besideName = 400;

/** Returns where a call begins in a text that the service does not read calls from, or -1. */
export function findCallForm(text: string, toolNames: ReadonlySet<string>): number {
  const found = [
    ...markers.map((marker) => text.search(marker)),
    ...formsWith(toolNames).map((form) => text.search(form)),
    inJson(text, toolNames),
  ].filter((index) => index !== -1);
  return found.length === 0 ? -1 : Math.min(...found);
}

function formsWith(toolNames: ReadonlySet<string>): readonly RegExp[] {
  if (toolNames.size === 0) return [];
  const name = alternatives(toolNames);
  return [
    // <pay>, <pay amount="3">
    new RegExp(String.raw`<(?:${name})(?:\s[^<>]{0,200})?/?>`, "u"),
    // pay(amountUsd=3), pay({"amountUsd": 3})
    new RegExp(String.raw`(?<!\w)(?:${name})\s?\(\s{0,8}(?:\)|[{"']|\w{1,40}\s?[=:])`, "u"),
    // {"pay": {"amountUsd": 3}}
    new RegExp(String.raw`["'](?:${name})["']\s?:\s?\{`, "u"),
    // pay{"amountUsd": 3}, functions.pay:0<|argument|>{"amountUsd": 3}
    new RegExp(
      String.raw`(?<!\w)(?:${name})(?::\d{1,6})?(?:\s|<[^<>\n]{0,60}>|\[\w{1,12}\]|["'\x60>]|json){0,16}\{\s{0,8}(?:["'}]|\w{1,40}\s?:)`,
      "u",
    ),
  ];
}

/** Finds an object with the name of a tool and with arguments. */
function inJson(text: string, toolNames: ReadonlySet<string>): number {
  if (toolNames.size === 0) return -1;
  const named = new RegExp(`${nameKey}(?:${alternatives(toolNames)})["']`, "giu");
  for (const { index, 0: match } of text.matchAll(named)) {
    const from = Math.max(0, index - besideName);
    const around = text.slice(from, index + match.length + besideName);
    if (argumentsKey.test(around)) return Math.max(from, text.lastIndexOf("{", index));
  }
  return -1;
}

/** Names of tools have no character with a meaning in patterns. */
function alternatives(toolNames: ReadonlySet<string>): string {
  return [...toolNames].join("|");
}
