"use client";

import { ArrowUp } from "lucide-react";
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import styles from "./composer.module.css";

const longestMessage = 32_000;

interface ComposerProps {
  onSend(message: string): void;
  readonly isBusy: boolean;
  readonly isDisabled: boolean;
}

export function Composer({ onSend, isBusy, isDisabled }: ComposerProps): ReactNode {
  const id = useId();
  const [message, setMessage] = useState("");
  const field = useRef<HTMLTextAreaElement>(null);
  const [isNext, setNext] = useState(false);
  const canSend = message.trim() !== "" && !isNext && !isDisabled;

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (canSend) setNext(true);
    field.current?.focus();
  };
  useEffect(() => {
    // One message at a time. A message that is sent while the agent works is queued.
    if (!isNext || isBusy) return;
    setNext(false);
    setMessage("");
    onSend(message.trim());
  }, [isBusy, isNext, message, onSend]);

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) submit(event);
  };
  return (
    <form className={styles.composer} onSubmit={submit}>
      <label htmlFor={id} className="at-hidden">
        Message to the agent
      </label>
      <div className={styles.line}>
        <textarea
          id={id}
          ref={field}
          className={`at-input ${styles.field}`}
          rows={1}
          maxLength={longestMessage}
          placeholder={
            isDisabled
              ? "No language model connected. Set OPENAI_API_KEY and OPENAI_MODEL."
              : "Message the agent"
          }
          disabled={isDisabled}
          value={message}
          onChange={(event) => {
            setMessage(event.target.value);
            setNext(false);
          }}
          onKeyDown={onKeyDown}
        />
        <button
          type="submit"
          className={`at-button at-button-solid at-button-icon ${styles.send}`}
          disabled={!canSend}
        >
          <ArrowUp size={17} aria-hidden="true" />
          <span className="at-hidden">Send</span>
        </button>
      </div>
      <p role="status" className={styles.next}>
        {isNext && isBusy && "Queued. It is sent when the agent has finished."}
      </p>
    </form>
  );
}
