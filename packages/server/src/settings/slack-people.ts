/** Names of operators by their Slack user id. */
export type SlackPeople = ReadonlyMap<string, string>;

/**
 * Reads the operators of Slack users, for example `U0123456789=ada,U0987654321=bo`.
 *
 * @throws Error for a malformed list.
 */
export function slackPeople(list: string): SlackPeople {
  const people = new Map<string, string>();
  for (const item of list.split(",")) {
    const [, user, name] =
      // oxlint-disable-next-line treasury/linear-patterns -- A line of the settings.
      /^\s*((?:[TE][A-Z0-9]{1,31}-)?[UW][A-Z0-9]{1,31})\s*=\s*([^=]*[^=\s])\s*$/.exec(item) ?? [];
    if (user === undefined || name === undefined) {
      throw new Error(`${JSON.stringify(item.trim())} cannot be read.`);
    }
    if (people.has(user)) throw new Error(`${user} is listed twice.`);
    people.set(user, name);
  }
  return people;
}
