/** Names of tools, with the names of their parameters. */
export type CallableTools = ReadonlyMap<string, readonly string[]>;

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
  // Action: pay / Action Input: …, tool: pay / args: …, Suggested tool call (call_1): pay / Arguments: …
  /(?:^|\n)[ \t*_#>-]{0,8}(?:suggested )?(?:tool|function|action)(?:[ _](?:name|call|use|to use))?(?:[ ]\(\w{1,40}\))?[*_]{0,2}:[*_]{0,2}[ \t]{0,8}[^\s:]{1,80}[ \t*]{0,16}\n[ \t*_#>-]{0,8}(?:(?:tool|function|action)[ _])?(?:input|args|arguments|params|parameters)[*_]{0,2}:/iu,
  /✿FUNCTION✿/u,
  /\bfunctools\s?\[\s?\{/u,
];

const argumentsKey =
  /["'](?:arguments|parameters|args|kwargs|input|params|action_input|tool_input|tool_?arguments)["']\s?:/iu;

/** Finds where a call begins in a text that the service does not read calls from, or -1. */
export type FindCallForm = (text: string) => number;

/** Compiles the forms of calls of these tools. */
export function callFormFinder(tools: CallableTools): FindCallForm {
  const forms = [...markers, ...formsOf(tools)];
  const findInJson = tools.size === 0 ? () => -1 : jsonFinder(tools);
  return (text) => {
    const found = [...forms.map((form) => text.search(form)), findInJson(text)].filter(
      (index) => index !== -1,
    );
    return found.length === 0 ? -1 : Math.min(...found);
  };
}

function formsOf(tools: CallableTools): readonly RegExp[] {
  if (tools.size === 0) return [];
  const name = anyOf(tools.keys());
  const parameter = anyOf([...tools.values()].flat());
  return [
    // <pay>, <pay amount="3">
    new RegExp(String.raw`<(?:${name})(?:\s[^<>]{0,200})?/?>`, "u"),
    // <tool_name>pay</tool_name>
    new RegExp(
      String.raw`<(?:\w{1,24}[_:-])?(?:tool|function|action|name)(?:[_-]?name)?>\s{0,8}(?:${name})\s{0,8}</`,
      "iu",
    ),
    // pay(amountUsd=3), pay({"amountUsd": 3}), pay(**{…}), pay(3, "Acme")
    new RegExp(
      String.raw`(?<!\w)(?:${name})\s?\(\s{0,8}(?:\)|[{"'[]|\*\*|[-+$]?\d[\d_.]{0,20}\s?,|\w{1,40}\s?[=:])`,
      "u",
    ),
    // {"pay": {"amountUsd": 3}}
    new RegExp(String.raw`["'](?:${name})["']\s?:\s?\{`, "u"),
    // pay{"amountUsd": 3}, pay: {"amountUsd": 3}, functions.pay:0<|argument|>{"amountUsd": 3}
    new RegExp(
      String.raw`(?<!\w)(?:${name})(?::\d{1,6})?(?:\s|<[^<>\n]{0,60}>|\[\w{1,12}\]|["'\x60>*:]|[=-]>|json){0,16}\{\s{0,8}(?:["'}]|\w{1,40}\s?:)`,
      "u",
    ),
    // Action: pay[3, Acme]
    new RegExp(
      String.raw`(?:tool|function|action|call)[ ]?\d{0,4}:[*_]{0,2}[ ]?(?:${name})\[`,
      "iu",
    ),
    // pay amountUsd=3, pay --amountUsd 3, a line of the name and one of a parameter
    new RegExp(
      String.raw`(?<!\w)(?:${name})["'\x60:]{0,2}\s{1,8}(?:-{1,2}(?:${parameter})\b|["']?(?:${parameter})["']?\s?[=:])`,
      "u",
    ),
  ];
}

/** Finds an object with the name of a tool and with arguments. */
function jsonFinder(tools: CallableTools): FindCallForm {
  const named = new RegExp(
    String.raw`["']\w{1,24}["']\s?:\s?["'](?:functions\.)?(${anyOf(tools.keys())})["']`,
    "gu",
  );
  return (text) => inJson(text, named, tools);
}

function inJson(text: string, named: RegExp, tools: CallableTools): number {
  const hasArguments = argumentsKey.test(text);
  const seen = new Set<string>();
  for (const { index, 1: name = "" } of text.matchAll(named)) {
    if (!hasArguments && (seen.has(name) || !hasParameter(text, tools.get(name)))) {
      seen.add(name);
      continue;
    }
    return Math.max(0, text.lastIndexOf("{", index));
  }
  return -1;
}

function hasParameter(text: string, parameters: readonly string[] = []): boolean {
  return new RegExp(String.raw`["'](?:${anyOf(parameters)})["']\s?:`, "u").test(text);
}

/** Names of tools have no character with a meaning in patterns. */
function anyOf(names: Iterable<string>): string {
  const all = [...names].filter((name) => /^[\w-]{1,64}$/u.test(name));
  // Matches nothing.
  return all.length === 0 ? "(?!)" : all.join("|");
}
