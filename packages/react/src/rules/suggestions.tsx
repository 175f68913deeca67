"use client";

import type { Suggestion, SuggestionList, WrittenRuleSet } from "@agent-treasury/sdk-client";
import { type ReactNode, useId, useState } from "react";
import useSWR, { useSWRConfig } from "swr";
import { actionResult, counted } from "../administration/action-text.ts";
import { standingCreation } from "../administration/changes-of.ts";
import { useAdministrationUpdate, usePendingActions } from "../administration/use-actions.ts";
import { formatMoment } from "../format/moment.ts";
import { formatUsd } from "../format/usd.ts";
import { useTask } from "../hooks/use-task.ts";
import { agentIdText } from "../inbox/proposer-text.ts";
import { Disclosure } from "../parts/disclosure.tsx";
import { FormDialog } from "../parts/form-dialog.tsx";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { StandingFields } from "../standing/standing-fields.tsx";
import { daysUntil, readStandingForm, standingFormFor } from "../standing/standing-form.ts";
import { useRules } from "./use-rules.ts";
import styles from "./rules.module.css";

interface SuggestionsProps {
  /** Opens rules as a draft. */
  onOpen(rules: WrittenRuleSet): void;
}

/** Approvals in advance that would have replaced decisions of persons. Null without any. */
export function Suggestions({ onOpen }: SuggestionsProps): ReactNode {
  const id = useId();
  const { client, workspaceId } = useTreasuryContext();
  const { mutate } = useSWRConfig();
  const { data: current } = useRules();
  // A walk through 30 days, which other walks may make wait. It is repeated for other rules, because
  // suggested rules come with those in effect, and publishing them with older ones would undo a
  // publication.
  const { data, mutate: readAgain } = useSWR<SuggestionList, unknown>(
    current && ["suggestions", workspaceId, current.publication?.digest ?? null],
    () => client.rules.suggestions({ workspaceId }),
    { revalidateOnFocus: false, shouldRetryOnError: false },
  );
  const [opened, setOpened] = useState<Suggestion | null>(null);
  const suggestions = data?.suggestions ?? [];
  if (suggestions.length === 0) return null;
  const onGiven = (): void => {
    setOpened(null);
    void readAgain();
    void mutate(["standing", workspaceId]);
  };
  return (
    <section className="at-card" aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id}>Suggestions</h2>
        <p className="at-soft at-small">
          From what persons approved in the last 30 days.{" "}
          {data?.isComplete === false && "Only the newest 10,000 spends were read. "}
          Nothing is in effect.
        </p>
      </header>
      <ul className={styles.list}>
        {suggestions.map((one) => (
          <li key={`${one.agentId} ${one.vendor ?? ""}`}>
            <div className={styles.suggestion}>
              <p>{suggestionText(one)}</p>
              <button
                type="button"
                className="at-button"
                aria-label={`${one.rules === null ? "Give this approval" : "Open as a draft"}: ${agentIdText(one.agentId)}${one.vendor === null ? "" : `, ${one.vendor}`}`}
                onClick={() => (one.rules === null ? setOpened(one) : onOpen(one.rules))}
              >
                {one.rules === null ? "Give this approval…" : "Open as a draft"}
              </button>
            </div>
            <p className={styles.note}>
              It would have replaced {counted(one.spendCount, "decision")}, and lets the agent spend
              at most {formatUsd(one.atMostUsd)} {one.rules === null ? "in total" : "a month"}{" "}
              without a person.
            </p>
            <Disclosure summary="Decisions">
              <ul className="at-small">
                {one.spends.map(({ proposalId, vendor, amountUsd, decidedAt }) => (
                  <li key={proposalId}>
                    {formatMoment(decidedAt)}: {formatUsd(amountUsd)} to <bdi>{vendor}</bdi>
                  </li>
                ))}
              </ul>
            </Disclosure>
          </li>
        ))}
      </ul>
      {opened !== null && (
        <GiveDialog suggestion={opened} onClose={() => setOpened(null)} onGiven={onGiven} />
      )}
    </section>
  );
}

function suggestionText({ agentId, vendor, maximumUsd, count }: Suggestion): string {
  const agent = agentIdText(agentId);
  const amount = formatUsd(maximumUsd);
  if (vendor === null) return `Approve ${agent} up to ${amount} for payees known to the workspace`;
  return `Approve the next ${counted(count ?? 0, "spend")} of ${agent} to ${vendor}, up to ${amount} each`;
}

interface GiveDialogProps {
  readonly suggestion: Suggestion;
  onClose(): void;
  onGiven(): void;
}

function GiveDialog({ suggestion, onClose, onGiven }: GiveDialogProps): ReactNode {
  const { agentId, maximumUsd, count, endsAt } = suggestion;
  const vendor = suggestion.vendor ?? "";
  const { client, workspaceId, approverName, announce } = useTreasuryContext();
  const update = useAdministrationUpdate();
  const waiting = standingCreation(usePendingActions(), agentId, vendor);
  const { isBusy, problem, run, setProblem } = useTask();
  const [form, setForm] = useState(() => ({
    ...standingFormFor(maximumUsd),
    count: String(count ?? ""),
    ...(endsAt !== null && { days: daysUntil(endsAt, Date.now()) }),
  }));
  const submit = async (): Promise<void> => {
    const { terms, problem: found } = readStandingForm(form, Date.now());
    if (terms === null || waiting !== undefined) {
      setProblem(waiting === undefined ? found : actionResult(waiting));
      return;
    }
    const operator = approverName === "" ? undefined : approverName;
    const isDone = await run(async () => {
      const request = { workspaceId, agentId, vendor, ...terms, operator };
      announce(actionResult((await client.standingApprovals.create(request)).action));
    });
    update();
    if (isDone) onGiven();
  };
  return (
    <FormDialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={`Allow the next spends to ${vendor}`}
      description={`Gives your approval to later spends of ${agentIdText(agentId)} to ${vendor} within these limits. You can revoke it on this page.`}
      action={isBusy ? "Allowing…" : "Allow"}
      tone="approve"
      isBusy={isBusy}
      problem={problem}
      onSubmit={() => void submit()}
    >
      <StandingFields form={form} onChange={(fields) => setForm({ ...form, ...fields })} />
    </FormDialog>
  );
}
