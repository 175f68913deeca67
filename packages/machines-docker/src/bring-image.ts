import type Docker from "dockerode";
import { statusOf } from "./host-error.ts";

export async function bringImage(
  docker: Docker,
  image: string,
  signal: AbortSignal,
): Promise<void> {
  try {
    await docker.getImage(image).inspect();
    return;
  } catch (error) {
    if (statusOf(error) !== 404) throw error;
  }
  const progress = await docker.pull(image, { abortSignal: signal });
  await new Promise<void>((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
    docker.modem.followProgress(progress, (error) => {
      signal.removeEventListener("abort", stop);
      if (error === null || error === undefined) resolve();
      else reject(error);
    });
  });
}
