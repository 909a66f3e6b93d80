/**
 * Neutralises untrusted text for terminals, which interpret control characters, and for CI systems, which interpret commands in logs.
 * Replacements stay visible.
 */

/**
 * Commands of CI systems. GitHub: `::command::` at the beginning of a line, `##[command]` anywhere. Azure Pipelines: `##vso[` and `##[`.
 * TeamCity: `##teamcity[`. GitLab and Travis: section markers. They are matched anywhere in a line, since other text may precede or follow.
 */
const COMMANDS: readonly (readonly [RegExp, string])[] = [
  [/##(?=(?:vso|teamcity)?\[)/gi, '# #'],
  // GitHub's runner trims the line first (ActionCommand.TryParseV2).
  // eslint-disable-next-line no-control-regex -- colours of our own
  [/^((?:[^\S\r\n]|\ufffd|\u001b\[[0-9;]*m)*):(?=:)/gm, '$1: '],
  [/\b(section_(?:start|end)|travis_(?:fold|time)):/gi, '$1 :'],
];
/** Buildkite folds the log after such a line. It removes colours first. */
// eslint-disable-next-line no-control-regex -- colours of our own
const FOLDS = /^((?:\u001b\[[0-9;]*m)*)(?=(?:---|\+\+\+|~~~|\^\^\^)(?: |$))/gm;

/**
 * Removes characters that a terminal or an XML parser would interpret or that mislead readers: control characters except line breaks and
 * tabs, bidirectional overrides, zero-width characters, lone surrogates and non-characters. Each becomes U+FFFD. CI commands get a space
 * inside.
 */
export function printable(text: string): string {
  const plain = text.replace(
    // eslint-disable-next-line no-control-regex -- the pattern matches control characters
    /\r(?!\n)|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffe\uffff]|\p{Surrogate}/gu,
    '\ufffd',
  );
  return breakCommands(plain);
}

function breakCommands(text: string): string {
  return COMMANDS.reduce((result, [command, broken]) => result.replace(command, broken), text);
}

/** Breaks CI commands in a text with wrapped lines and our own colours. */
export function breakCiCommands(text: string): string {
  return breakCommands(text).replace(FOLDS, '$1 ');
}

/** Neutralises a multi-line text without colours for a terminal or a log. */
export function forLog(text: string): string {
  return breakCiCommands(printable(text));
}

/** JSON of a value without CI commands, for programs whose output ends up in CI logs. */
export function jsonForLog(value: unknown): string {
  return jsonTextForLog(JSON.stringify(value, undefined, 2));
}

/** JSON text of the same value without CI commands. */
export function jsonTextForLog(json: string): string {
  return escapeControlCharacters(
    json.replaceAll('##', '#\\u0023').replace(/\b(section_(?:start|end)|travis_(?:fold|time)):/gi, '$1\\u003a'),
  );
}

/** JSON text of the same value with escaped control characters, for users who print the file. */
export function escapeControlCharacters(json: string): string {
  // JSON itself escapes the characters up to U+001F.
  return json.replace(
    // eslint-disable-next-line no-control-regex
    /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
