/** The subscription of this browser, as the service takes it. */
export interface DeviceSubscription {
  readonly endpoint: string;
  readonly keys: Readonly<Record<string, string>>;
}

/** Why this browser cannot be notified. Null if it can. */
export function deviceProblem(): string | null {
  if (!("serviceWorker" in navigator) || !("PushManager" in globalThis)) {
    return "This browser cannot receive notifications. On an iPhone or iPad, first add this page to the Home Screen, and open it there.";
  }
  if (Notification.permission !== "denied") return null;
  return "Notifications of this page are blocked. Allow them in the settings of the browser.";
}

/** Returns the id of this browser's subscription at the service. Null if it has none. */
export async function ownSubscriptionId(workerUrl: string): Promise<string | null> {
  if (deviceProblem() !== null) return null;
  const registration = await navigator.serviceWorker.getRegistration(workerUrl);
  const subscription = await registration?.pushManager.getSubscription();
  if (subscription == null) return null;
  const bytes = new TextEncoder().encode(subscription.endpoint);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const hexadecimal = [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hexadecimal.slice(0, 32);
}

/**
 * Subscribes this browser, after it asked the person for permission.
 *
 * @throws Error with a text for the person.
 */
export async function subscribeDevice(
  workerUrl: string,
  publicKey: string,
): Promise<DeviceSubscription> {
  // Before anything else, because browsers only ask right after a click.
  await Notification.requestPermission();
  const problem = deviceProblem();
  if (problem !== null) throw new Error(problem);
  await navigator.serviceWorker.register(workerUrl);
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const former = await pushManager.getSubscription();
  let subscription: PushSubscription;
  try {
    subscription = await pushManager.subscribe(options);
  } catch (error) {
    if (former === null)
      throw new Error("The browser did not subscribe. Try again.", { cause: error });
    // It is of a former key of the deployment.
    await former.unsubscribe();
    subscription = await pushManager.subscribe(options);
  }
  const { endpoint = "", keys = {} } = subscription.toJSON();
  return { endpoint, keys };
}

/** Returns a name by which the person recognises this device, for example `Chrome on Android`. */
export function deviceName({ userAgent }: Pick<Navigator, "userAgent"> = navigator): string {
  const isNamed = (name: string): boolean => userAgent.includes(name);
  // Browsers name those that they are compatible with, too.
  const browser = ["Firefox", "Edg", "OPR", "Chrome", "Safari"].find(isNamed) ?? "Browser";
  const system = ["Android", "iPhone", "iPad", "Windows", "Mac", "Linux"].find(isNamed);
  const names: Readonly<Record<string, string>> = { Edg: "Edge", OPR: "Opera" };
  return `${names[browser] ?? browser}${system === undefined ? "" : ` on ${system}`}`;
}
