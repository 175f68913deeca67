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

export function addDoctor(program: Command, run: Run): void {
  program
    .command("doctor")
    .summary("check the settings and test each connection")
    .description(
      `Reads the same settings as the server, and tests each connection with read-only
requests: reads the database's schema, lists the models of the model's endpoint,
reads the balance at Stripe and of the x402 account, lists the machines of the
machine host, checks the token of Slack, and signs in to the mail server.
Exits with 1 if a check fails, and prints what to do about it.`,
    )
    .addOption(databaseOption())
    .action(run(diagnose));
}

async function diagnose({ options, env, output }: Given<object>): Promise<0 | 1> {
  const unread = await unreadEnvFile(env);
  const examined = await examine(env, (subjects) => {
    output.progress(subjects.length === 0 ? "" : `Trying ${subjects.join(", ")} …`);
  });
  const findings = [...examined, ...hintOf(unread)].map(withoutSecrets);
  const healthy = findings.every(({ standing }) => standing !== "wrong");
  if (options.json) output.print({ healthy, findings });
  else output.printLines(describe(findings));
  return healthy ? 0 : 1;
}

/** The check often runs without the settings file that the server uses. */
function hintOf(unread: string | null): readonly Finding[] {
  if (unread === null) return [];
  const remedy = `Run agent-treasury doctor --env-file ${unread} if the server uses it.`;
  return [doubtful("settings", `${unread} is in this folder, but was not read.`, remedy)];
}

/** A finding may quote a server's text. */
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
  if (wrong === 0 && toLookAt === 0) return "No problems found.";
  if (wrong === 0) return `No problems found, ${toLookAt} to review.`;
  return `${wrong} wrong${toLookAt === 0 ? "" : `, ${toLookAt} to review`}.`;
}
