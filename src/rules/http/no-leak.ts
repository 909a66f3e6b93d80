import { clip, finding, inapplicable, judged } from '../evidence.ts';
import { passiveRule } from './passive-rule.ts';

const STACK = 'a stack frame';

/**
 * Traces of how a service is built: stack frames, database messages, file paths, exceptions. Every repetition has a
 * bound, or an answer made for it could keep the matcher busy for minutes.
 */
const LEAKS: readonly (readonly [string, RegExp])[] = [
  // A clock time in parentheses is plain English: "at the hall (doors 19:30)".
  [
    STACK,
    /\bat [\w$.<>]{1,200} ?\((?!(?:[^)\n]{0,300} )?\d{1,2}:\d{2}\))[^)\n]{0,300}:\d{1,9}\)|Traceback \(most recent call last\)|^[ \t]{1,40}at [\w.$]{1,200}\(/m,
  ],
  // Lower-case words may be plain English, so there the table must be one word.
  [
    'a database message',
    /\bSQLSTATE\b|\bORA-\d{5}\b|[Ss]yntax error at or near|SELECT .{1,80} FROM .{1,80} WHERE|\bselect .{1,80} from [\w."]{1,80} where /,
  ],
  // What may as well be an address of the service is a path only with a file of code or of settings at its end.
  [
    'a file path',
    /(?<=^|[\s"'(])(?:\/(?:usr|root|tmp)\/[\w./-]+|\/(?:var|home|opt|srv|app)\/[\w./-]{1,200}\.(?:bak|c|cfg|class|conf|cpp|crt|cs|db|dll|env|go|ini|jar|js|jsp|key|log|mjs|pem|php|pl|properties|py|rb|rs|so|sqlite|sql|toml|ts|war|ya?ml)\b|[A-Z]:\\\\?[A-Za-z][\w .-]*\\[\w\\ .-]+)/,
  ],
  // A name of one word alone is what APIs call their failures; with a package before it, or with what a runtime writes behind it, it was thrown.
  [
    'an exception',
    new RegExp(
      [
        String.raw`\b(?:java|javax|org\.springframework|com\.ibm|System|Microsoft)(?:\.\w{1,60}){0,8}\.[A-Z]\w{0,60}(?:Exception|Error)\b`,
        String.raw`\b[A-Z]\w{1,80}Exception(?:: |\{|@[\da-f]{4,16}\b)|\bNullPointerException\b`,
        String.raw`\b(?:Type|Reference|Range|Syntax|Key|Value|Attribute|Index|Name|NoMethod|Argument|Runtime|ZeroDivision)Error: `,
        String.raw`\bCannot read propert(?:y|ies) .{0,80}of (?:undefined|null)\b|'NoneType' object`,
        String.raw`\bObject reference not set to an instance\b|\bnil pointer dereference\b`,
      ].join('|'),
    ),
  ],
];

/** Members and fields that hold addresses of the service, and the names of a failure that an API documents. */
const ADDRESSES = /"(?:path|instance|href|self|location|uri|url|exception|javaClassName)"\s*:\s*"(?:[^"\\]|\\.)*"/gi;
const ADDRESS_FIELDS = new Set(['location', 'content-location', 'link']);

/** Of no standard: RFC 9457 §5 asks who writes problem details to be careful, without a keyword. Data may be anything, so only errors are read. */
export const noLeak = passiveRule('http.no-leak', (response, exchange) => {
  if (response.status < 400) return inapplicable('no error');
  const fields = response.headers
    .filter(([name]) => !ADDRESS_FIELDS.has(name))
    .map(([name, value]) => `${name}: ${value}`);
  const text = `${fields.join('\n')}\n${response.body.replace(ADDRESSES, '""')}`;
  return judged(
    LEAKS.flatMap(([what, pattern]) => {
      const match = pattern.exec(text);
      if (match === null) return [];
      const shown = clip(match[0].trim(), 120);
      return [finding(exchange, 'answer', `no trace of ${what}`, shown, what === STACK ? { kind: 'stack-frame' } : {})];
    }),
  );
});
