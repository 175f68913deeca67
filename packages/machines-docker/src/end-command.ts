import type Docker from "dockerode";

/** Carried by a command and by all that it starts. */
export const commandMark = "AGENT_TREASURY_COMMAND";

/**
 * Ends every process whose environment has the mark, in bash alone. It looks again until none is left:
 * what is being ended may have started another meanwhile.
 */
const endMarked = `
for ((round = 0; round < 50; round++)); do
  found=0
  for directory in /proc/[0-9]*; do
    while IFS= read -r -d '' variable; do
      [[ $variable == "$1" ]] && kill -KILL "\${directory#/proc/}" && found=1
    done < "$directory/environ"
  done 2> /dev/null
  ((found)) || exit 0
done
exit 1`;

/**
 * Ends a command and all that it started, also what left its group. The API of these hosts has no way
 * to end a command, and closing its output leaves it running.
 */
export async function endCommand(container: Docker.Container, mark: string): Promise<void> {
  const killer = await container.exec({
    Cmd: ["/bin/bash", "-c", endMarked, "end-command", `${commandMark}=${mark}`],
    // What would not end for want of rights is ended all the same.
    User: "0",
    AttachStdout: true,
    AttachStderr: true,
  });
  const output = await killer.start({});
  await new Promise<void>((resolve) => {
    output
      .once("close", resolve)
      .once("end", resolve)
      .once("error", () => resolve())
      .resume();
    setTimeout(resolve, longestEndingMs).unref();
  });
  output.destroy();
}

const longestEndingMs = 10_000;
