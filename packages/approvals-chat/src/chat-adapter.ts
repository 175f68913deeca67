/**
 * What the channel uses of an adapter of `chat`. A type of our own, because each adapter depends on
 * a version of `chat` of its own.
 */
export interface ChatAdapter {
  readonly name: string;
  initialize(chat: object): Promise<void>;
  handleWebhook(request: Request, options?: object): Promise<Response>;
  postMessage(threadId: string, message: unknown): Promise<PostedMessage>;
  editMessage(threadId: string, messageId: string, message: unknown): Promise<unknown>;
  postEphemeral?(threadId: string, userId: string, message: unknown): Promise<unknown>;
  openDM?(userId: string): Promise<string>;
  disconnect?(): Promise<void>;
}

export interface PostedMessage {
  readonly id: string;
  readonly threadId?: string;
}

/** A pressed button, after the adapter verified its delivery. */
export interface PressedButton {
  readonly actionId: string;
  readonly value?: string | undefined;
  readonly user: { readonly userId: string };
  readonly threadId: string;
  readonly messageId: string;
  /** As the service sent it. */
  readonly raw: unknown;
}

/** The parts of a card that the channel uses, in the form of `chat`. */
export interface ChatCard {
  readonly type: "card";
  readonly title: string;
  readonly children: readonly (CardFields | CardActions)[];
}

interface CardFields {
  readonly type: "fields";
  readonly children: readonly {
    readonly type: "field";
    readonly label: string;
    readonly value: string;
  }[];
}

export interface CardActions {
  readonly type: "actions";
  readonly children: readonly (
    | {
        readonly type: "button";
        readonly id: string;
        readonly label: string;
        readonly style: "primary" | "danger";
        readonly value?: string;
      }
    | { readonly type: "link-button"; readonly label: string; readonly url: string }
  )[];
}
