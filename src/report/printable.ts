/**
 * Words of strangers made harmless for what prints them: terminals obey control characters, and CI systems obey lines of
 * the logs that they keep. What would be obeyed is broken so that a reader still sees that it was there.
 */

/**
 * What CI systems act on. GitHub: `::command::` at the beginning of a line, `##[command]` in it. Azure Pipelines: `##vso[`
 * and `##[`. TeamCity: `##teamcity[`. GitLab and Travis: markers of sections, beside escape sequences. Wherever it stands
 * does for all of them, since other texts may come before or after.
 */
const COMMANDS: readonly (readonly [RegExp, string])[] = [
  [/##(?=(?:vso|teamcity)?\[)/gi, '# #'],
  // GitHub's runner trims the line first (ActionCommand.TryParseV2).
  // eslint-disable-next-line no-control-regex -- colours of our own
  [/^((?:[^\S\r\n]|\ufffd|\u001b\[[0-9;]*m)*):(?=:)/gm, '$1: '],
  [/\b(section_(?:start|end)|travis_(?:fold|time)):/gi, '$1 :'],
];
/** Buildkite folds what follows such a line; it removes colours before it looks. */
// eslint-disable-next-line no-control-regex -- colours of our own
const FOLDS = /^((?:\u001b\[[0-9;]*m)*)(?=(?:---|\+\+\+|~~~|\^\^\^)(?: |$))/gm;

/**
 * Without what a terminal, an XML reader or a reader's eye would obey: control characters (line breaks and tabs stay),
 * bidirectional overrides, zero-width characters, lone surrogates and non-characters. Each becomes U+FFFD, so that one
 * sees that something was there. Commands to CI systems get a blank in their midst.
 */
export function printable(text: string): string {
  const plain = text.replace(
    // eslint-disable-next-line no-control-regex -- control characters are what it is about
    /\r(?!\n)|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffe\uffff]|\p{Surrogate}/gu,
    '\ufffd',
  );
  return breakCommands(plain);
}

function breakCommands(text: string): string {
  return COMMANDS.reduce((result, [command, broken]) => result.replace(command, broken), text);
}

/** Breaks CI commands in a text that is about to be printed: its lines are wrapped, its own colours are added. */
export function withoutCommands(text: string): string {
  return breakCommands(text).replace(FOLDS, '$1 ');
}

/** A whole text of several lines, none of them coloured, for a terminal or a log. */
export function forLog(text: string): string {
  return withoutCommands(printable(text));
}

/** The value as JSON without CI commands: programs read it, and CI systems print it. */
export function jsonForLog(value: unknown): string {
  return jsonTextForLog(JSON.stringify(value, undefined, 2));
}

/** The same JSON value, its text without CI commands. */
export function jsonTextForLog(json: string): string {
  return plainJson(
    json.replaceAll('##', '#\\u0023').replace(/\b(section_(?:start|end)|travis_(?:fold|time)):/gi, '$1\\u003a'),
  );
}

/** The same JSON value, its text without characters that a terminal obeys when somebody prints the file: they are escaped. */
export function plainJson(json: string): string {
  // JSON itself escapes the characters up to U+001F.
  return json.replace(
    // eslint-disable-next-line no-control-regex
    /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
