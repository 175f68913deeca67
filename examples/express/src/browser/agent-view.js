/** @import { AgentTurnResult, ChatMessage } from "@agent-treasury/sdk-client" */

import { complain, copy, find, findAny, messageOf } from "./elements.js";
import { clearNotices } from "./notices.js";
import { CallError, resumeTurn, runTurn } from "./service.js";
import { tellEvent } from "./words.js";

/**
 * A turn that the page shows: what was asked, where it stands, and what is told of it again.
 *
 * @typedef {object} ShownTurn
 * @property {string} directive
 * @property {HTMLElement} element
 * @property {ChatMessage} answer
 */

/** Why a turn needs nobody to let it go on: it goes on, or it is gone. */
const settled = ["turn_in_progress", "turn_not_found"];

/** How much of the conversation is told again. */
const earlierMessages = 20;

/**
 * The box for directives, and what came of them.
 *
 * @param {string} workspaceId
 * @param {(result: AgentTurnResult | null) => void} onTurn told when a turn ended, however it did.
 */
export function openAgent(workspaceId, onTurn) {
  const form = find("directive-form", HTMLFormElement);
  const directive = find("directive", HTMLTextAreaElement);
  const run = find("run", HTMLButtonElement);
  /** @type {ChatMessage[]} */
  const history = [];
  /** @type {Map<string, ShownTurn>} */
  const shown = new Map();
  /** What is under way: a workspace has one turn at a time. @type {Promise<void>} */
  let before = Promise.resolve();
  /** @param {() => Promise<void>} work */
  const afterThat = (work) => (before = before.catch(() => {}).then(work));

  const send = async () => {
    const message = directive.value.trim();
    complain(form, "");
    clearNotices();
    const progress = showProgress();
    /** @type {AgentTurnResult | null} */
    let result = null;
    try {
      const turn = { workspaceId, message, history: history.slice(-earlierMessages) };
      result = await runTurn(turn, progress.signal);
      history.push({ role: "user", content: message });
      /** @type {ChatMessage} */
      const answer = { role: "assistant", content: result.assistant };
      history.push(answer);
      const element = showTurn(message, result);
      shown.set(result.turnId, { directive: message, element, answer });
      const turns = findAny("turns");
      for (const earlier of turns.querySelectorAll("details")) earlier.open = false;
      turns.prepend(element);
      directive.value = "";
    } catch (error) {
      complain(form, problemOf(error, progress.signal));
    } finally {
      progress.end();
      run.disabled = false;
      onTurn(result);
      // A button that was disabled or hidden while it had the focus has lost it.
      if (document.activeElement === document.body) directive.focus();
    }
  };

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (run.disabled || directive.value.trim() === "") return;
    run.disabled = true;
    void afterThat(send);
  });
  directive.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit();
  });
  findAny("examples").addEventListener("click", ({ target }) => {
    if (!(target instanceof HTMLButtonElement)) return;
    directive.value = target.textContent;
    directive.focus();
  });

  /**
   * A turn that waited goes on after the decision, also one that was begun elsewhere.
   *
   * @param {string} turnId
   */
  const goOn = async (turnId) => {
    /** @type {AgentTurnResult | null} */
    let result = null;
    try {
      result = await resumeTurn(workspaceId, turnId);
      const turn = shown.get(turnId);
      if (turn === undefined) return;
      const element = showTurn(turn.directive, result);
      turn.element.replaceWith(element);
      turn.element = element;
      turn.answer.content = result.assistant;
    } catch (error) {
      // Somebody else's decision let it go on already, or it is not kept any more.
      const isSettled = error instanceof CallError && settled.includes(error.code);
      if (!isSettled) complain(form, messageOf(error));
    } finally {
      onTurn(result);
    }
  };
  return { goOn: (/** @type {string} */ turnId) => afterThat(() => goOn(turnId)) };
}

/**
 * Says who answers directives.
 *
 * @param {string | null} agent
 */
export function nameAgent(agent) {
  findAny("agent-name").textContent =
    agent === null
      ? "No language model is connected: set OPENAI_API_KEY and OPENAI_MODEL. Directives are refused until then."
      : `Answered by ${agent}.`;
}

/** Shows that a turn is under way, for how long already, and a way to stop it. */
function showProgress() {
  const controller = new AbortController();
  const box = findAny("progress");
  const stop = find("stop", HTMLButtonElement);
  const seconds = findAny("progress-seconds");
  const startedAt = Date.now();
  const tick = () => {
    seconds.textContent = `${Math.round((Date.now() - startedAt) / 1000)} s`;
  };
  box.hidden = false;
  tick();
  findAny("progress-words").textContent = "The agent is at work.";
  const timer = setInterval(tick, 1000);
  const abort = () => controller.abort();
  stop.addEventListener("click", abort);
  return {
    signal: controller.signal,
    end: () => {
      clearInterval(timer);
      stop.removeEventListener("click", abort);
      findAny("progress-words").textContent = "";
      box.hidden = true;
    },
  };
}

/**
 * @param {string} directive
 * @param {AgentTurnResult} result
 */
function showTurn(directive, result) {
  const turn = copy("turn", { directive, assistant: result.assistant });
  const steps = result.events.flatMap((event) => {
    const words = tellEvent(event);
    if (words === null) return [];
    const step = document.createElement("li");
    step.className = event.kind;
    step.dir = "auto";
    step.textContent = words;
    return [step];
  });
  turn.querySelector(".trace")?.replaceChildren(...steps);
  const summary = turn.querySelector("summary");
  if (summary !== null)
    summary.textContent = `${steps.length} ${steps.length === 1 ? "step" : "steps"}`;
  turn.querySelector("details")?.toggleAttribute("hidden", steps.length === 0);
  return turn;
}

/**
 * @param {unknown} error
 * @param {AbortSignal} signal
 */
function problemOf(error, signal) {
  return signal.aborted
    ? "You stopped the turn. What it had done before stays done."
    : messageOf(error);
}
