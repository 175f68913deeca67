/** Signs that one of the services formats, mentions or expands. */
const signs = /[*_~`|<>[\]#@&\\{}]/g;
/** Where the services recognise addresses in a text. */
const joint = /(?<=\S)[.。．｡](?=[\p{L}\p{M}])|:(?=\/\/)/gu;
const toFullWidth = 0xfee0;
const wordJoiner = "\u2060";

/**
 * Returns a text that every service shows as it is. The services format in different ways, so that
 * no escape is right for all of them. Signs are replaced by their full-width forms, and addresses
 * are broken up by an invisible character.
 */
export function literal(text: string): string {
  return text
    .replace(signs, (sign) => String.fromCharCode(sign.charCodeAt(0) + toFullWidth))
    .replace(joint, (found) => found + wordJoiner);
}
