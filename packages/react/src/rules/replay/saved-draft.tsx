"use client";

import type { WrittenRuleSet } from "@agent-treasury/sdk-client";
import { type ReactNode, useId } from "react";
import { savedDraftText } from "./replay-text.ts";
import { useSavedDraft } from "./use-saved-draft.ts";
import shared from "../rules.module.css";
import styles from "./replay.module.css";

interface SavedDraftProps {
  onOpen(rules: WrittenRuleSet): void;
}

/** The draft that the service replays daily, with the last result. Null without one. */
export function SavedDraft({ onOpen }: SavedDraftProps): ReactNode {
  const id = useId();
  const { draft, isBusy, remove } = useSavedDraft();
  if (draft === undefined || draft === null) return null;
  return (
    <section className="at-card" aria-labelledby={id}>
      <header className={shared.head}>
        <h2 id={id}>Saved draft</h2>
        <p className="at-soft at-small">{savedDraftText(draft)}</p>
      </header>
      <div className={styles.controls}>
        <button type="button" className="at-button" onClick={() => onOpen(draft.rules)}>
          Open the saved draft
        </button>
        <button type="button" className="at-button" disabled={isBusy} onClick={() => void remove()}>
          Remove the saved draft
        </button>
      </div>
    </section>
  );
}
