import type { ChatAdapter, PressedButton } from "./chat-adapter.ts";

type Receive = (pressed: PressedButton) => Promise<void>;

/** Verifies deliveries with an adapter, and passes pressed buttons on. */
export interface ReceivingChat {
  /** Connects the adapter. Repeated after a failure. */
  ready(): Promise<void>;
  deliver(request: Request, receive: Receive): Promise<Delivered>;
}

export interface Delivered {
  readonly response: Response;
  /** What the delivery began, which may outlive the response. */
  readonly work: readonly Promise<unknown>[];
}

/** Takes the place of the class `Chat`, whose bots answer messages. */
export function receivingChat(adapter: ChatAdapter): ReceivingChat {
  /** Which delivery a pressed button came with. */
  const receivers = new WeakMap<object, Receive>();
  /** Adapters do not wait for it, so a rejection would end the process. `work` contains the failure. */
  const processAction = async (pressed: PressedButton, options?: object): Promise<void> => {
    await (options && receivers.get(options))?.(pressed).catch(() => {});
  };
  const instance = ignoringOthers({
    processAction,
    getState: () => stateless,
    getLogger: () => silent,
    getUserName: () => "treasury",
  });
  let connecting: Promise<void> | null = null;
  return {
    ready: () =>
      (connecting ??= adapter.initialize(instance).catch((error: unknown) => {
        connecting = null;
        throw error;
      })),
    deliver: async (request, receive) => {
      const work: Promise<unknown>[] = [];
      const waitUntil = (task: Promise<unknown>): void => {
        work.push(task);
        // It may fail before the caller waits for it.
        task.catch(() => {});
      };
      const options = { waitUntil };
      receivers.set(options, (pressed) => {
        const task = receive(pressed);
        waitUntil(task);
        return task;
      });
      return { response: await adapter.handleWebhook(request, options), work };
    },
  };
}

/** Other methods, such as those for messages of people, do nothing. */
function ignoringOthers(methods: object): object {
  return new Proxy(methods, {
    get: (target, name) => Reflect.get(target, name) ?? (name === "then" ? undefined : () => {}),
  });
}

/** Stores nothing. The treasury refuses repeated deliveries, also in another process. */
const stateless: object = ignoringOthers({
  get: async () => null,
  set: async () => {},
  delete: async () => {},
  setIfNotExists: async () => true,
});

/** Adapters log what they receive. */
const silent: object = ignoringOthers({ child: () => silent });
