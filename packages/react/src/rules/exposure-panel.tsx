"use client";

import type { ExposureRequest, RulesExposure, WrittenRuleSet } from "@agent-treasury/sdk-client";
import { ShieldAlert } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { credentialStatus } from "../agents/credential-status.ts";
import { useCredentials } from "../agents/use-credentials.ts";
import { formatMoment } from "../format/moment.ts";
import { formatUsd } from "../format/usd.ts";
import { useEachTime } from "../hooks/use-each-time.ts";
import { useTask } from "../hooks/use-task.ts";
import { SelectField } from "../parts/select-field.tsx";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import styles from "./replay/replay.module.css";
import shared from "./rules.module.css";

interface ExposurePanelProps {
  readonly current: WrittenRuleSet;
  /** Null while the draft has problems. */
  readonly draft: WrittenRuleSet | null;
  /** Computes it when the number increases. */
  readonly written: number;
}

interface Found {
  /** The rules and the request as JSON. */
  readonly question: string;
  /** Under the rules in effect, and under the draft. */
  readonly exposures: readonly (RulesExposure | undefined)[];
}

const attackers = [
  ["agent", "Without a person"],
  ["approver", "With one approver"],
] as const;
const horizons = [
  ["day", "In a day"],
  ["week", "In a week"],
  ["month", "In a month"],
  ["year", "In a year"],
] as const;
const starts = [
  ["empty", "Nothing spent yet"],
  ["now", "From now"],
] as const;

interface Asked extends Pick<ExposureRequest, "credentialId"> {
  readonly attacker: NonNullable<ExposureRequest["attacker"]>;
  readonly horizon: NonNullable<ExposureRequest["horizon"]>;
  readonly start: NonNullable<ExposureRequest["start"]>;
}

/** The most that a hostile agent can spend, under the rules in effect and under the draft. */
export function ExposurePanel({ current, draft, written }: ExposurePanelProps): ReactNode {
  const id = useId();
  const { client } = useTreasuryContext();
  const { isBusy, problem, run } = useTask();
  const { credentials = [] } = useCredentials();
  const leakable = credentials.filter(
    (one) => one.role === "agent" && credentialStatus(one) === "active",
  );
  const [request, setRequest] = useState<Asked>({
    attacker: "agent",
    horizon: "month",
    start: "empty",
  });
  const [found, setFound] = useState<Found | null>(null);
  const question = JSON.stringify([current, draft, request]);
  const [before, after] = found?.question === question ? found.exposures : [];
  const compute = async (rules: WrittenRuleSet): Promise<RulesExposure | undefined> =>
    (await client.rules.validate({ rules, exposure: request })).exposure;
  const start = (): void => {
    if (draft === null) return;
    void run(async () =>
      setFound({ question, exposures: [await compute(current), await compute(draft)] }),
    );
  };
  useEachTime(written, start);
  const choice = <Name extends Exclude<keyof Asked, "credentialId">>(
    name: Name,
    label: string,
    options: readonly (readonly [Asked[Name], string])[],
  ): ReactNode => (
    <SelectField
      label={label}
      value={request[name]}
      options={options}
      onChange={(value) => setRequest({ ...request, [name]: value })}
    />
  );
  return (
    <section className="at-card" aria-labelledby={id}>
      <header className={shared.head}>
        <h2 id={id}>Exposure</h2>
        <p className="at-soft at-small">The most that a hostile agent can spend.</p>
      </header>
      <div className={styles.controls}>
        {choice("attacker", "Agent", attackers)}
        {choice("horizon", "Time", horizons)}
        {choice("start", "Start", starts)}
        {leakable.length > 0 && (
          <SelectField
            label="Through"
            value={request.credentialId ?? ""}
            options={[
              ["", "Any agent"],
              ...leakable.map(({ id: one, name }) => [one, `Leaked: ${name}`] as const),
            ]}
            onChange={(chosen) =>
              setRequest({ ...request, credentialId: chosen === "" ? undefined : chosen })
            }
          />
        )}
        <button
          type="button"
          className="at-button"
          disabled={draft === null || isBusy}
          onClick={start}
        >
          <ShieldAlert size={15} aria-hidden="true" /> {isBusy ? "Computing…" : "Compute"}
        </button>
      </div>
      <p role="alert" className={`at-problem ${styles.message}`} hidden={problem === null}>
        {problem}
      </p>
      <div role="status" className={styles.message}>
        {after !== undefined && <Answer before={before} after={after} />}
      </div>
    </section>
  );
}

interface AnswerProps {
  readonly before: RulesExposure | undefined;
  readonly after: RulesExposure;
}

function Answer({ before, after }: AnswerProps): ReactNode {
  if (after.problem !== null) return <p className="at-problem">{after.problem}</p>;
  return (
    <>
      <p className={styles.summary}>
        {boundText(after)} under the draft
        {before !== undefined && `, ${boundText(before).toLowerCase()} under the rules in effect`}.
      </p>
      <p className="at-soft at-small">
        {`${counted(after.spendCount)} reach ${formatUsd(after.reachedUsd)}.`}
        {after.boundBy.length > 0 && ` Bounded by ${after.boundBy.join(", ")}.`}
        {after.openUsd > 0 && ` ${formatUsd(after.openUsd)} approved before can be paid too.`}
      </p>
      <details className="at-small">
        <summary>Spends and assumptions</summary>
        <ul>
          {after.spends.slice(0, 20).map(({ at, amountUsd, vendor }, index) => (
            <li key={index}>
              {formatMoment(at)}: {formatUsd(amountUsd)} to <bdi>{vendor}</bdi>
            </li>
          ))}
        </ul>
        <p>{after.assumptions.join(" ")}</p>
        <p>Not bounded by rules: {after.notBounded.join("; ")}.</p>
      </details>
    </>
  );
}

function boundText({ provedUsd }: RulesExposure): string {
  return provedUsd === null ? "No known bound" : `At most ${formatUsd(provedUsd)}`;
}

function counted(spends: number): string {
  return spends === 1 ? "1 spend" : `${spends.toLocaleString("en-US")} spends`;
}
