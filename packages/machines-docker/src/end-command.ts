import type Docker from "dockerode";

/** An environment variable of a command and of its child processes. */
export const commandMark = "AGENT_TREASURY_COMMAND";

/**
 * Kills every process with the mark, in bash alone. It repeats until none is found, because a
 * process may start another meanwhile.
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
 * Kills a command and its child processes, also outside its process group. The hosts' API cannot
 * kill a command, and closing its output leaves it running.
 */
export async function endCommand(container: Docker.Container, mark: string): Promise<void> {
  const killer = await container.exec({
    Cmd: ["/bin/bash", "-c", endMarked, "end-command", `${commandMark}=${mark}`],
    // Root can kill processes of every user.
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
