import { type ExampleResult, localClock } from "@agent-treasury/rules";
import { runExample } from "@agent-treasury/rules/replay";
import { type ExpectedExample, parseRuleTests } from "@agent-treasury/rules/yaml";
import { type Command, Option } from "commander";
import type { ExitCode, Given, Run } from "./command.ts";
import { readDraft, readText } from "./rule-file.ts";
import { timeZoneOf, timeZoneOption } from "./rules-replay.ts";
import { testExposure } from "./test-exposure.ts";

interface TestOptions {
  readonly examples?: string;
  readonly timeZone?: string;
}

export const exampleText = `  exposure:
    day: { atMost: 60 } # without a person; or { atMost: 200, attacker: approver }
    month: { atMost: 50, credential: { agent: buyer, allocation: ads } } # a leaked credential
  workspace:
    allocations: [{ id: ads, limitUsd: 50 }]
    payees: [{ vendor: aws, amountUsd: 20 }]
  examples:
    - name: the month's limit
      earlier: [{ amountUsd: 490, vendor: aws }]
      spend: { amountUsd: 24, vendor: aws }
      expect: waits # or denied, automatic, allowed
`;

export function addRulesTest(rules: Command, run: Run): void {
  rules
    .command("test <file>")
    .summary("compare a file with examples (exit code 1 if one has another outcome)")
    .description(
      `Evaluates hand-written spends under the rules of a file, without the five limits, screening
and a database. \`exposure\` bounds what an agent can spend under the rules and the five limits of the
environment, and needs @agent-treasury/exposure.`,
    )
    .addHelpText("after", `\nTests look like this\n${exampleText}`)
    .addOption(
      new Option("--examples <file>", "the examples (default: the file's name with .test.yaml)"),
    )
    .addOption(timeZoneOption())
    .action(run(test));
}

async function test({ argument, options, env, output }: Given<TestOptions>): Promise<ExitCode> {
  const draft = await readDraft(argument);
  const file = options.examples ?? (argument ?? "").replace(/\.ya?ml$/, ".test.yaml");
  const { examples, ...expected } = parseRuleTests(await readText(file), Date.now());
  const timeZone = timeZoneOf(options, env);
  const clock = localClock(timeZone);
  const results = examples.map((example) => ({
    example,
    result: runExample(draft, example, clock),
  }));
  const failed = results.filter(({ example, result }) => !isExpected(example, result));
  const bounds = await testExposure(expected, draft, timeZone, env);
  if (options.json) {
    const tested = results.map(({ example, result }) => ({
      name: example.name,
      passed: isExpected(example, result),
      expected: example.expected,
      outcome: result.outcome,
      approvals: result.approvals,
      findings: result.findings.map(({ rule, effect, text }) => ({ rule, effect, text })),
    }));
    output.print(JSON.stringify({ examples: tested, exposure: bounds }, null, 2));
  } else {
    for (const { example, result } of failed)
      for (const line of lines(example, result)) output.print(line);
    for (const { passed, text } of bounds) if (!passed) output.print(text);
    if (results.length > 0 || bounds.length === 0) {
      output.print(`${results.length - failed.length} of ${results.length} examples passed.`);
    }
    const kept = bounds.filter(({ passed }) => passed).length;
    if (bounds.length > 0) output.print(`${kept} of ${bounds.length} exposures are within bounds.`);
  }
  return failed.length === 0 && bounds.every(({ passed }) => passed) ? 0 : 1;
}

function isExpected({ expected, approvals }: ExpectedExample, result: ExampleResult): boolean {
  return expected === result.outcome && (approvals ?? result.approvals) === result.approvals;
}

function lines(
  { name, expected, approvals }: ExpectedExample,
  result: ExampleResult,
): readonly string[] {
  const wanted = approvals === undefined ? expected : `${expected} with ${approvals} approvals`;
  const had =
    approvals === undefined ? result.outcome : `${result.outcome} with ${result.approvals}`;
  return [
    `${name}: expected ${wanted}, was ${had}.`,
    ...result.findings.map(({ text }) => `  ${text}`),
  ];
}
