import { parseArgs } from "node:util";
import { redact } from "@agent-treasury/provider";
import type { Environment } from "@agent-treasury/server";
import { CommandError } from "../command-error.ts";
import { examine } from "../doctor/examine.ts";
import { type Finding, type Standing, doubtful } from "../doctor/finding.ts";
import { unreadEnvFile } from "./env-files.ts";
import type { Output } from "./output.ts";

const marks: Readonly<Record<Standing, string>> = {
  fine: "✓",
  doubtful: "!",
  wrong: "✗",
  unset: "–",
};

/** Looks at the deployment's settings and connections, and says what is wrong. Returns the exit code. */
export async function runDoctor(
  words: readonly string[],
  env: Environment,
  output: Output,
): Promise<0 | 1> {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: { json: { type: "boolean", default: false }, database: { type: "string" } },
  });
  if (positionals.length > 0) throw new CommandError("doctor takes no workspace.");
  const { json, database } = values;
  const asked = database === undefined ? env : { ...env, TREASURY_DATABASE_URL: database };
  const unread = await unreadEnvFile(env);
  const examined = await examine(asked, (subjects) => {
    output.progress(subjects.length === 0 ? "" : `Trying ${subjects.join(", ")} …`);
  });
  const findings = [...examined, ...hintOf(unread)].map(withoutSecrets);
  const healthy = findings.every(({ standing }) => standing !== "wrong");
  output.print(json ? JSON.stringify({ healthy, findings }, null, 2) : describe(findings));
  return healthy ? 0 : 1;
}

/** Who starts a server with a file of settings easily forgets that this command was not. */
function hintOf(unread: string | null): readonly Finding[] {
  if (unread === null) return [];
  const remedy = `Run agent-treasury doctor --env-file ${unread}, if the server has those settings.`;
  return [doubtful("settings", `${unread} is in this folder, and was not read.`, remedy)];
}

/** Whatever a server says of itself goes through here. */
function withoutSecrets({ message, remedy, ...finding }: Finding): Finding {
  return { ...finding, message: redact(message), remedy: remedy === null ? null : redact(remedy) };
}

function describe(findings: readonly Finding[]): string {
  const told = findings.map(({ subject, standing, message, remedy }) => {
    const line = `${marks[standing]} ${subject.padEnd(9)} ${message.replaceAll("\n", `\n${" ".repeat(12)}`)}`;
    const isToDo = standing === "wrong" || standing === "doubtful";
    return isToDo && remedy !== null ? `${line}\n${" ".repeat(12)}→ ${remedy}` : line;
  });
  return [...told, "", summary(findings)].join("\n");
}

function summary(findings: readonly Finding[]): string {
  const count = (wanted: Standing): number =>
    findings.filter(({ standing }) => standing === wanted).length;
  const [wrong, toLookAt] = [count("wrong"), count("doubtful")];
  if (wrong === 0 && toLookAt === 0) return "Nothing is wrong.";
  if (wrong === 0) return `Nothing is wrong; ${toLookAt} to look at.`;
  return `${wrong} wrong${toLookAt === 0 ? "" : `, ${toLookAt} to look at`}.`;
}
