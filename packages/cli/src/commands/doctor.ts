import { redact } from "@agent-treasury/provider";
import type { Command } from "commander";
import { examine } from "../doctor/examine.ts";
import { type Finding, type Standing, doubtful } from "../doctor/finding.ts";
import { type Given, type Run, databaseOption } from "./command.ts";
import { unreadEnvFile } from "./env-files.ts";

const marks: Readonly<Record<Standing, string>> = {
  fine: "✓",
  doubtful: "!",
  wrong: "✗",
  unset: "–",
};

/** Adds `doctor` to the program. */
export function addDoctor(program: Command, run: Run): void {
  program
    .command("doctor")
    .summary("check the settings and try each connection")
    .description(
      `Reads the same settings as the server, and tries each connection with requests that
change nothing: the database's schema is read, the model's endpoint lists its models,
Stripe returns the balance, the machine host lists its machines.
Exits with 1 if something is wrong, and prints what to do about it.`,
    )
    .addOption(databaseOption())
    .action(run(diagnose));
}

/** Examines the deployment's settings and connections, and prints what is wrong. */
async function diagnose({ options, env, output }: Given<object>): Promise<0 | 1> {
  const unread = await unreadEnvFile(env);
  const examined = await examine(env, (subjects) => {
    output.progress(subjects.length === 0 ? "" : `Trying ${subjects.join(", ")} …`);
  });
  const findings = [...examined, ...hintOf(unread)].map(withoutSecrets);
  const healthy = findings.every(({ standing }) => standing !== "wrong");
  output.print(options.json ? JSON.stringify({ healthy, findings }, null, 2) : describe(findings));
  return healthy ? 0 : 1;
}

/** A server that is started with a file of settings is often checked without it by mistake. */
function hintOf(unread: string | null): readonly Finding[] {
  if (unread === null) return [];
  const remedy = `Run agent-treasury doctor --env-file ${unread}, if the server has those settings.`;
  return [doubtful("settings", `${unread} is in this folder, and was not read.`, remedy)];
}

/** A finding can quote a server, whose text may hold a secret. */
function withoutSecrets({ message, remedy, ...finding }: Finding): Finding {
  return { ...finding, message: redact(message), remedy: remedy === null ? null : redact(remedy) };
}

function describe(findings: readonly Finding[]): string {
  const lines = findings.map(({ subject, standing, message, remedy }) => {
    const line = `${marks[standing]} ${subject.padEnd(9)} ${message.replaceAll("\n", `\n${" ".repeat(12)}`)}`;
    const isToDo = standing === "wrong" || standing === "doubtful";
    return isToDo && remedy !== null ? `${line}\n${" ".repeat(12)}→ ${remedy}` : line;
  });
  return [...lines, "", summary(findings)].join("\n");
}

function summary(findings: readonly Finding[]): string {
  const count = (wanted: Standing): number =>
    findings.filter(({ standing }) => standing === wanted).length;
  const [wrong, toLookAt] = [count("wrong"), count("doubtful")];
  if (wrong === 0 && toLookAt === 0) return "Nothing is wrong.";
  if (wrong === 0) return `Nothing is wrong; ${toLookAt} to look at.`;
  return `${wrong} wrong${toLookAt === 0 ? "" : `, ${toLookAt} to look at`}.`;
}
