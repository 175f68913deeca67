"use client";

import { ArrowUp } from "lucide-react";
import { type FormEvent, type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import styles from "./composer.module.css";

const longestMessage = 32_000;

interface ComposerProps {
  onSend(message: string): void;
  readonly isBusy: boolean;
  readonly isDisabled: boolean;
}

/** Where directives are written. Enter sends, Shift and Enter begin a new line. */
export function Composer({ onSend, isBusy, isDisabled }: ComposerProps): ReactNode {
  const [message, setMessage] = useState("");
  const field = useRef<HTMLTextAreaElement>(null);
  const canSend = message.trim() !== "" && !isBusy && !isDisabled;

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!canSend) return;
    onSend(message.trim());
    setMessage("");
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) submit(event);
  };
  return (
    <form className={styles.composer} onSubmit={submit}>
      <label htmlFor="directive" className="hidden">
        Directive for the agent
      </label>
      <textarea
        id="directive"
        ref={field}
        className={`input ${styles.field}`}
        rows={1}
        maxLength={longestMessage}
        placeholder={
          isDisabled
            ? "No language model is connected: set OPENAI_API_KEY and OPENAI_MODEL."
            : "Tell the agent what to do"
        }
        disabled={isDisabled}
        value={message}
        onChange={(event) => setMessage(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <button type="submit" className={`button solid icon ${styles.send}`} disabled={!canSend}>
        <ArrowUp size={17} aria-hidden="true" />
        <span className="hidden">Send</span>
      </button>
    </form>
  );
}
