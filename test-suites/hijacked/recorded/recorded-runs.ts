import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A run of a model in the suite `banking` of AgentDojo. */
export interface RecordedRun {
  readonly model: string;
  readonly userTask: string;
  readonly isInjected: boolean;
  /** What the person wrote. */
  readonly message: string;
  readonly calls: readonly RecordedCall[];
}

/** A call of a tool, in the order of the run. */
export interface RecordedCall {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** The recorded output. */
  readonly output: string;
}

/** The parts of a line of the files that are read here. */
interface StoredRun {
  readonly messages: readonly StoredMessage[];
  readonly metadata: {
    readonly model: string;
    readonly user_task_id: string;
    readonly injection_task_id: string | null;
  };
}

interface StoredMessage {
  readonly role: string;
  readonly content?: unknown;
  readonly tool_calls?: readonly StoredCall[] | null;
}

interface StoredCall {
  readonly function: {
    readonly name: string;
    readonly arguments: Readonly<Record<string, unknown>>;
  };
}

/** Reads the runs of the files `*.jsonl` of a directory. Other suites move no money. */
export function readRuns(directory: string): readonly RecordedRun[] {
  const files = readdirSync(directory).filter((name) => name.endsWith(".jsonl"));
  return files.toSorted().flatMap((name) =>
    readFileSync(join(directory, name), "utf8")
      .split("\n")
      .filter((line) => line.includes('"suite_name": "banking"'))
      .map((line) => runOf(JSON.parse(line) as StoredRun)),
  );
}

function runOf({ messages, metadata }: StoredRun): RecordedRun {
  const { model, user_task_id: userTask, injection_task_id: injection } = metadata;
  // Defences repeat the message, or add messages of their own.
  const message = messages.find(({ role }) => role === "user");
  return {
    model,
    userTask,
    isInjected: injection !== null,
    message: textOf(message?.content),
    calls: callsIn(messages),
  };
}

/** Each message with calls is followed by one output for each of them. */
function callsIn(messages: readonly StoredMessage[]): readonly RecordedCall[] {
  return messages.flatMap(({ role, tool_calls: calls }, index) => {
    if (role !== "assistant" || !calls?.length) return [];
    const after = messages.slice(index + 1, index + 1 + calls.length);
    return calls.map((call, at) => ({
      tool: call.function.name,
      arguments: call.function.arguments,
      output: after[at]?.role === "tool" ? textOf(after[at].content) : "",
    }));
  });
}

function textOf(content: unknown): string {
  return typeof content === "string" ? content : JSON.stringify(content ?? "");
}
